package dev.guildhall.http.tool;

import dev.guildhall.http.Access;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.Route;
import dev.guildhall.http.json.JsonBody;
import dev.guildhall.http.json.RequestReader;
import dev.guildhall.ports.connection.ConnectRequest;
import dev.guildhall.ports.connection.ConsentAnswer;
import dev.guildhall.ports.connection.Credential;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.connection.Integrations;
import dev.guildhall.ports.connection.Scope;
import dev.guildhall.ports.oauth.RedirectUri;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.tool.ToolDefinition;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Integrations and connections over HTTP (spec/1, tool registry). Thread-safe. */
public final class IntegrationRoutes {
    private final Integrations integrations;

    public IntegrationRoutes(Integrations integrations) {
        this.integrations = integrations;
    }

    /** All routes of integrations, below the service's base. */
    public List<Route> routes() {
        return List.of(
                Route.get("/integrations", Access.BEARER, this::list),
                Route.post("/integrations/{name}/connect", Access.BEARER, this::connect),
                Route.get("/integrations/{name}/callback", Access.PUBLIC, this::callback),
                Route.delete("/integrations/{name}/disconnect", Access.BEARER, this::disconnect));
    }

    private void list(Exchange exchange) {
        List<IntegrationJson> all = integrations.list(exchange.caller()).stream()
                .map(IntegrationJson::of)
                .toList();
        exchange.json(200, new IntegrationJson.AllJson(all));
    }

    private void connect(Exchange exchange) {
        IntegrationName name = name(exchange);
        ConnectRequest request = request(exchange, name);
        exchange.json(200, IntegrationJson.ConnectJson.of(integrations.connect(exchange.caller(), request)));
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

    private void callback(Exchange exchange) {
        ConsentAnswer answer = new ConsentAnswer(
                name(exchange),
                exchange.requiredQuery("state", state -> state),
                exchange.query("code"),
                exchange.query("error"));
        exchange.redirect(integrations.answered(exchange.caller(), answer));
    }

    private void disconnect(Exchange exchange) {
        integrations.disconnect(exchange.caller(), name(exchange));
        exchange.noContent();
    }

    /** A malformed name names no integration. */
    private static IntegrationName name(Exchange exchange) {
        try {
            return new IntegrationName(exchange.path("name"));
        } catch (Refusal malformed) {
            throw new Refusal(new CommonProblem.NotFound("integration"));
        }
    }
}
