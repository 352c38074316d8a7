package dev.guildhall.http.tool;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.guildhall.http.Access;
import dev.guildhall.http.BrowserSessions;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.Route;
import dev.guildhall.http.authorization.FormFields;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.connection.BegunConnection;
import dev.guildhall.ports.connection.ConnectRequest;
import dev.guildhall.ports.connection.Connection;
import dev.guildhall.ports.connection.ConsentResponse;
import dev.guildhall.ports.connection.Credential;
import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.connection.IntegrationKind;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.connection.IntegrationStatus;
import dev.guildhall.ports.connection.Integrations;
import dev.guildhall.ports.connection.Scope;
import dev.guildhall.ports.oauth.RedirectUri;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.ToolProblem;
import dev.guildhall.ports.tool.ToolDefinition;
import dev.guildhall.ports.tool.Visibility;
import dev.guildhall.wire.json.Json;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.RequestReader;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Integrations and connections over HTTP (tools-16 to tools-22). */
public final class IntegrationRoutes {
    /**
     * The JSON of one integration for its reader.
     *
     * @param connectedAt null when no connection is needed
     * @param leftOut null in lists
     */
    private record IntegrationJson(
            String name,
            String displayName,
            String description,
            String auth,
            String kind,
            List<String> scopes,
            boolean connected,
            List<String> grantedScopes,
            @Nullable String connectedAt,
            String state,
            @Nullable String error,
            int toolCount,
            @Nullable String checkedAt,
            String source,
            String visibility,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            List<LeftOutJson> leftOut) {
        static IntegrationJson of(IntegrationStatus status) {
            return of(status, null);
        }

        static IntegrationJson detailed(IntegrationStatus status) {
            return of(
                    status,
                    status.leftOut().stream()
                            .map(tool -> new LeftOutJson(tool.field(), tool.message()))
                            .toList());
        }

        private static IntegrationJson of(IntegrationStatus status, @Nullable List<LeftOutJson> leftOut) {
            Integration integration = status.integration();
            List<Scope> granted =
                    status.connection().map(Connection::grantedScopes).orElse(List.of());
            return new IntegrationJson(
                    integration.name().value(),
                    integration.displayName(),
                    integration.description(),
                    integration.auth().wireName(),
                    integration.kind().wireName(),
                    texts(integration.auth().grantable()),
                    status.isConnected(),
                    texts(granted),
                    status.connection()
                            .map(known -> Json.timestamp(known.connectedAt()))
                            .orElse(null),
                    status.state().wireName(),
                    status.error().orElse(null),
                    status.tools(),
                    status.checkedAt().map(Json::timestamp).orElse(null),
                    integration.kind() == IntegrationKind.IN_PROCESS ? "builtin" : "manifest",
                    Visibility.SHARED.wireName(),
                    leftOut);
        }

        private static List<String> texts(List<Scope> scopes) {
            return scopes.stream().map(Scope::value).toList();
        }
    }

    private record LeftOutJson(String name, String reason) {}

    /** The response to a request to connect; all fields but {@code connected} are null when no consent is needed. */
    private record ConnectJson(
            @Nullable String authorizationUrl,
            @Nullable String state,
            @Nullable Long expiresIn,
            boolean connected) {
        static ConnectJson of(BegunConnection begun) {
            return switch (begun) {
                case BegunConnection.Connected ignored -> new ConnectJson(null, null, null, true);
                case BegunConnection.ConsentNeeded(URI url, String state, var life) ->
                    new ConnectJson(url.toString(), state, life.toSeconds(), false);
            };
        }
    }

    /** What authorization servers read about this installation, whose client id is the address of this document. */
    private record ClientJson(
            @JsonProperty("client_id") String clientId,
            @JsonProperty("client_name") String clientName,
            @JsonProperty("client_uri") String clientUri,
            @JsonProperty("redirect_uris") List<String> redirectUris,
            @JsonProperty("grant_types") List<String> grantTypes,
            @JsonProperty("response_types") List<String> responseTypes,
            @JsonProperty("token_endpoint_auth_method") String tokenEndpointAuthMethod) {}

    private final Integrations integrations;
    private final BrowserSessions sessions;
    private final String integrationsPage;
    private final String toolsUrl;

    /**
     * @param sessions tell whether a browser is signed in as the user who began to connect
     * @param webUrl the address of the web application, without a slash at its end
     * @param toolsUrl the address that providers send browsers back to, without a slash at its end
     */
    public IntegrationRoutes(Integrations integrations, BrowserSessions sessions, String webUrl, String toolsUrl) {
        this.integrations = integrations;
        this.sessions = sessions;
        this.integrationsPage = webUrl + "/integrations";
        this.toolsUrl = toolsUrl;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/integrations", Access.BEARER, this::list),
                Route.get("/integrations/{name}", Access.BEARER, this::find),
                Route.post("/integrations/{name}/connect", Access.BEARER, this::connect),
                Route.get("/integrations/{name}/client.json", Access.PUBLIC, this::client),
                Route.get("/integrations/{name}/callback", Access.PUBLIC, this::callback),
                Route.finish("/integrations/{name}/callback", Access.PUBLIC, this::confirmed),
                Route.delete("/integrations/{name}/disconnect", Access.BEARER, this::disconnect));
    }

    private void list(Exchange exchange) {
        exchange.json(200, Json.list("integrations", integrations.list(exchange.caller()), IntegrationJson::of));
    }

    private void find(Exchange exchange) {
        exchange.json(200, IntegrationJson.detailed(integrations.find(exchange.caller(), name(exchange))));
    }

    private void connect(Exchange exchange) {
        IntegrationName name = name(exchange);
        ConnectRequest request = request(exchange, name);
        exchange.secretJson(200, ConnectJson.of(integrations.connect(exchange.caller(), request)));
    }

    /** An unknown or unconfigured integration is refused whatever the body: 404 and 400 come before 422. */
    private ConnectRequest request(Exchange exchange, IntegrationName name) {
        try {
            return wellFormed(exchange, name);
        } catch (Refusal malformed) {
            integrations.check(exchange.caller(), name);
            throw malformed;
        }
    }

    private static ConnectRequest wellFormed(Exchange exchange, IntegrationName name) {
        JsonBody body = exchange.body();
        Supplier<Optional<RedirectUri>> redirectUri =
                body.optional("redirectUri", RequestReader.text(RedirectUri::new));
        Supplier<Optional<List<Scope>>> scopes =
                body.optional("scopes", RequestReader.list(RequestReader.text(Scope::new), ToolDefinition.MAX_SCOPES));
        Supplier<Optional<Credential.ApiKey>> apiKey =
                body.optional("apiKey", RequestReader.text(Credential.ApiKey::new));
        body.check();
        return new ConnectRequest(name, redirectUri.get(), scopes.get(), apiKey.get());
    }

    /** The same for every name, so that it does not tell which integrations there are. */
    private void client(Exchange exchange) {
        String address = toolsUrl + "/api/v1/integrations/" + name(exchange);
        exchange.header("Cache-Control", "public, max-age=3600");
        exchange.json(
                200,
                new ClientJson(
                        address + "/client.json",
                        "Guildhall",
                        toolsUrl,
                        List.of(address + "/callback"),
                        List.of("authorization_code", "refresh_token"),
                        List.of("code"),
                        "none"));
    }

    private void callback(Exchange exchange) {
        String state = exchange.requiredQuery("state", text -> text);
        ConsentResponse answer = new ConsentResponse(
                name(exchange), state, exchange.query("code"), exchange.query("error"), exchange.query("iss"));
        Caller user = sessions.user(exchange).map(known -> (Caller) known).orElse(exchange.caller());
        orFailurePage(
                exchange,
                () -> integrations
                        .question(user, answer)
                        .ifPresentOrElse(
                                question -> ConsentPage.show(exchange, question, answer),
                                () -> exchange.redirect(integrations.answered(user, answer))));
    }

    /** A browser gets a page when the address was used before or is too old. */
    private void orFailurePage(Exchange exchange, Runnable work) {
        try {
            work.run();
        } catch (Refusal refusal) {
            if (!exchange.prefersPage() || !(refusal.problem() instanceof ToolProblem.ConsentStateNotValid)) {
                throw refusal;
            }
            ConsentPage.fail(exchange, integrationsPage);
        }
    }

    /** The form of the page that {@link #callback} shows. */
    private void confirmed(Exchange exchange) {
        IntegrationName name = name(exchange);
        integrations.check(exchange.caller(), name);
        FormFields form = FormFields.of(exchange);
        ConsentResponse answer = new ConsentResponse(
                name,
                form.require("state"),
                form.find("code"),
                form.find("error"),
                form.find("iss").filter(issuer -> !issuer.isEmpty()));
        orFailurePage(exchange, () -> exchange.redirect(integrations.answered(exchange.caller(), answer)));
    }

    private void disconnect(Exchange exchange) {
        integrations.disconnect(exchange.caller(), name(exchange));
        exchange.noContent();
    }

    private static IntegrationName name(Exchange exchange) {
        return exchange.pathId("name", new CommonProblem.NotFound("integration"), IntegrationName::new);
    }
}
