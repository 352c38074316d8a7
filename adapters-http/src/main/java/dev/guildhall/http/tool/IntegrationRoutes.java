package dev.guildhall.http.tool;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.http.Access;
import dev.guildhall.http.BrowserSessions;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.Route;
import dev.guildhall.http.agent.MediaResponse;
import dev.guildhall.http.authorization.FormFields;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Change;
import dev.guildhall.ports.completion.MediaSource;
import dev.guildhall.ports.connection.BegunConnection;
import dev.guildhall.ports.connection.ConnectRequest;
import dev.guildhall.ports.connection.ConsentResponse;
import dev.guildhall.ports.connection.Credential;
import dev.guildhall.ports.connection.IntegrationKind;
import dev.guildhall.ports.connection.IntegrationLogo;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.connection.Scope;
import dev.guildhall.ports.integration.IntegrationChange;
import dev.guildhall.ports.integration.IntegrationDefinition;
import dev.guildhall.ports.integration.Integrations;
import dev.guildhall.ports.integration.NewIntegration;
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
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Integrations and connections over HTTP (tools-16 to tools-30). */
public final class IntegrationRoutes {
    private static final RequestReader<Map<String, String>> HEADERS =
            RequestReader.map(RequestReader.text(IntegrationRoutes::value));
    private static final RequestReader<List<Scope>> SCOPES =
            RequestReader.list(RequestReader.text(Scope::new), IntegrationDefinition.MAX_SCOPES);
    private static final RequestReader<String> VALUE = RequestReader.text(IntegrationRoutes::value);

    /** The largest request with an API document of 5 MiB, in which JSON may need two characters for one. */
    private static final int MAX_BODY = 2 * IntegrationDefinition.MAX_DOCUMENT + Route.MAX_BODY;

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
    private final Supplier<String> webUrl;
    private final Supplier<String> toolsUrl;

    /**
     * @param sessions tell whether a browser is signed in as the user who began to connect
     * @param webUrl the address of the web application at this time, without a slash at its end
     * @param toolsUrl the address at this time that providers send browsers back to, without a slash at its end
     */
    public IntegrationRoutes(
            Integrations integrations, BrowserSessions sessions, Supplier<String> webUrl, Supplier<String> toolsUrl) {
        this.integrations = integrations;
        this.sessions = sessions;
        this.webUrl = webUrl;
        this.toolsUrl = toolsUrl;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/integrations", Access.BEARER, this::list),
                new Route("POST", "/integrations", Access.BEARER, this::add, MAX_BODY, true),
                Route.get("/integrations/{name}", Access.BEARER, this::find),
                new Route("PATCH", "/integrations/{name}", Access.BEARER, this::change, MAX_BODY, false),
                Route.delete("/integrations/{name}", Access.BEARER, this::delete),
                Route.post("/integrations/{name}/refresh", Access.BEARER, this::refresh),
                Route.post("/integrations/{name}/connect", Access.BEARER, this::connect),
                Route.get("/integrations/{name}/logo", Access.BEARER, this::logo),
                Route.get("/integrations/{name}/client.json", Access.PUBLIC, this::client),
                Route.get("/integrations/{name}/callback", Access.PUBLIC, this::callback),
                Route.finish("/integrations/{name}/callback", Access.PUBLIC, this::confirmed),
                Route.delete("/integrations/{name}/disconnect", Access.BEARER, this::disconnect));
    }

    private void list(Exchange exchange) {
        String address = toolsUrl.get();
        exchange.json(
                200,
                Json.list(
                        "integrations",
                        integrations.list(exchange.caller()),
                        status -> IntegrationJson.of(status, address)));
    }

    private void find(Exchange exchange) {
        exchange.json(200, IntegrationJson.of(integrations.details(exchange.caller(), name(exchange)), toolsUrl.get()));
    }

    private void logo(Exchange exchange) {
        IntegrationLogo logo = integrations.logo(exchange.caller(), name(exchange));
        MediaResponse.send(exchange, new MediaSource.Inline(logo.type(), logo.base64()));
    }

    private void add(Exchange exchange) {
        JsonBody body = exchange.body();
        Supplier<IntegrationName> name = body.required("name", RequestReader.text(IntegrationName::new));
        Supplier<Optional<String>> displayName = body.optional("displayName", RequestReader.text());
        Supplier<Optional<String>> description = body.optional("description", RequestReader.text());
        Supplier<IntegrationKind> kind = body.required("kind", RequestReader.text(IntegrationRoutes::kind));
        Supplier<Optional<String>> url = body.optional("url", VALUE);
        Supplier<Optional<String>> document = body.optional("document", IntegrationRoutes::document);
        Supplier<Optional<String>> baseUrl = body.optional("baseUrl", VALUE);
        Supplier<Map<String, String>> headers = body.optional("headers", HEADERS, Map.of());
        Supplier<Optional<String>> clientId = body.optional("clientId", VALUE);
        Supplier<Optional<String>> clientSecret = body.optional("clientSecret", VALUE);
        Supplier<List<Scope>> scopes = body.optional("scopes", SCOPES, List.of());
        Supplier<Boolean> sampling = body.optional("sampling", RequestReader.flag(), false);
        Supplier<Visibility> visibility =
                body.optional("visibility", RequestReader.text(IntegrationRoutes::visibility), Visibility.PRIVATE);
        body.check();
        NewIntegration wanted = new NewIntegration(
                name.get(),
                displayName.get(),
                description.get(),
                kind.get(),
                url.get(),
                document.get(),
                baseUrl.get(),
                headers.get(),
                clientId.get(),
                clientSecret.get(),
                scopes.get(),
                sampling.get(),
                visibility.get());
        exchange.json(201, IntegrationJson.of(integrations.add(exchange.caller(), wanted), toolsUrl.get()));
    }

    private void change(Exchange exchange) {
        IntegrationName name = name(exchange);
        IntegrationChange change = change(exchange, name);
        exchange.json(200, IntegrationJson.of(integrations.change(exchange.caller(), name, change), toolsUrl.get()));
    }

    /** An integration that the caller may not change is refused whatever the body: 404, 403 and 409 come before 422. */
    private IntegrationChange change(Exchange exchange, IntegrationName name) {
        try {
            return wellFormedChange(exchange, name);
        } catch (Refusal malformed) {
            integrations.checkChange(exchange.caller(), name);
            throw malformed;
        }
    }

    private static IntegrationChange wellFormedChange(Exchange exchange, IntegrationName name) {
        JsonBody body = exchange.body();
        Supplier<Change<String>> displayName = body.change("displayName", RequestReader.text());
        Supplier<Change<String>> description = body.change("description", RequestReader.text());
        Supplier<Change<String>> url = body.change("url", VALUE);
        Supplier<Optional<String>> document = body.optional("document", IntegrationRoutes::document);
        Supplier<Change<String>> baseUrl = body.change("baseUrl", VALUE);
        Supplier<Change<Map<String, String>>> headers = body.change("headers", HEADERS);
        Supplier<Change<String>> clientId = body.change("clientId", VALUE);
        Supplier<Change<String>> clientSecret = body.change("clientSecret", VALUE);
        Supplier<Change<List<Scope>>> scopes = body.change("scopes", SCOPES);
        Supplier<Change<Boolean>> sampling = body.change("sampling", RequestReader.flag());
        Supplier<Optional<Visibility>> visibility =
                body.optional("visibility", RequestReader.text(IntegrationRoutes::visibility));
        body.check();
        return new IntegrationChange(
                displayName.get().replacement(name.value()),
                description.get().replacement(""),
                url.get(),
                document.get(),
                baseUrl.get(),
                headers.get().replacement(Map.of()),
                clientId.get(),
                clientSecret.get(),
                scopes.get().replacement(List.of()),
                sampling.get().replacement(false),
                visibility.get());
    }

    private void delete(Exchange exchange) {
        integrations.delete(exchange.caller(), name(exchange));
        exchange.noContent();
    }

    private void refresh(Exchange exchange) {
        exchange.json(202, IntegrationJson.of(integrations.refresh(exchange.caller(), name(exchange)), toolsUrl.get()));
    }

    private static String value(String text) {
        if (text.isEmpty() || text.length() > IntegrationDefinition.MAX_TEXT) {
            throw Refusal.invalid("value", "must be 1 to " + IntegrationDefinition.MAX_TEXT + " characters");
        }
        return text;
    }

    private static IntegrationKind kind(String name) {
        return switch (name) {
            case "mcp" -> IntegrationKind.MCP;
            case "openapi" -> IntegrationKind.OPENAPI;
            default -> throw Refusal.invalid("kind", "must be mcp or openapi");
        };
    }

    private static Visibility visibility(String name) {
        return Visibility.fromWire(name).orElseThrow(() -> Refusal.invalid("visibility", "must be private or shared"));
    }

    /** A document as a text, or as an object of JSON. */
    private static String document(JsonNode node, String path) {
        String text = node.isObject() ? node.toString() : RequestReader.text().read(node, path);
        if (text.length() > IntegrationDefinition.MAX_DOCUMENT) {
            throw Refusal.invalid(path, "must be at most " + IntegrationDefinition.MAX_DOCUMENT + " characters");
        }
        return text;
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
        String installation = toolsUrl.get();
        String address = installation + "/api/v1/integrations/" + name(exchange);
        exchange.header("Cache-Control", "public, max-age=3600");
        exchange.json(
                200,
                new ClientJson(
                        address + "/client.json",
                        "Guildhall",
                        installation,
                        List.of(IntegrationJson.redirectUri(installation, name(exchange))),
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
            ConsentPage.fail(exchange, webUrl.get() + "/integrations");
        }
    }

    /** The form of the page that {@link #callback} shows. */
    private void confirmed(Exchange exchange) {
        ConsentResponse answer = confirmation(exchange, name(exchange));
        orFailurePage(exchange, () -> exchange.redirect(integrations.answered(exchange.caller(), answer)));
    }

    /** An unknown integration is refused whatever the body. The state of a good one says whose integration it is. */
    private ConsentResponse confirmation(Exchange exchange, IntegrationName name) {
        try {
            FormFields form = FormFields.of(exchange);
            return new ConsentResponse(
                    name,
                    form.require("state"),
                    form.find("code"),
                    form.find("error"),
                    form.find("iss").filter(issuer -> !issuer.isEmpty()));
        } catch (Refusal malformed) {
            integrations.check(exchange.caller(), name);
            throw malformed;
        }
    }

    private void disconnect(Exchange exchange) {
        integrations.disconnect(exchange.caller(), name(exchange));
        exchange.noContent();
    }

    private static IntegrationName name(Exchange exchange) {
        return exchange.pathId("name", new CommonProblem.NotFound("integration"), IntegrationName::new);
    }
}
