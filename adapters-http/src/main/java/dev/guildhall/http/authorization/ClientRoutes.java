package dev.guildhall.http.authorization;

import dev.guildhall.http.Access;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.Route;
import dev.guildhall.ports.authorization.Authorizations;
import dev.guildhall.ports.authorization.ClientRedirect;
import dev.guildhall.ports.authorization.CodeRedemption;
import dev.guildhall.ports.authorization.OAuthClient;
import dev.guildhall.ports.problem.AccountProblem.ClientRefused;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.session.ClientId;
import dev.guildhall.ports.session.RefreshToken;
import dev.guildhall.ports.session.TokenSet;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.RequestReader;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What OAuth clients send: their registration (RFC 7591), and the requests for tokens and for their revocation (OAuth
 * 2.1, 3.2; RFC 7009). Clients have no secrets.
 */
public final class ClientRoutes {
    public static final String PATH = "/oauth";

    static final String TOKEN = "/token";
    static final String REGISTER = "/register";
    static final String REVOKE = "/revoke";

    private static final int MAX_TOKEN = 8192;
    private static final String GRANT_TYPE = "grant_type";

    private final Authorizations authorizations;
    private final AuthorizationAddresses addresses;
    private final InstantSource clock;

    public ClientRoutes(Authorizations authorizations, AuthorizationAddresses addresses, InstantSource clock) {
        this.authorizations = authorizations;
        this.addresses = addresses;
        this.clock = clock;
    }

    public List<Route> routes() {
        return List.of(
                Route.post(REGISTER, Access.PUBLIC, this::register),
                Route.post(TOKEN, Access.PUBLIC, this::token),
                Route.finish(REVOKE, Access.PUBLIC, this::revoke));
    }

    private void register(Exchange exchange) {
        try {
            OAuthClient client = registered(exchange);
            exchange.secretJson(201, registration(client));
        } catch (Refusal refusal) {
            if (refusal.problem() instanceof CommonProblem.Invalid invalid) {
                fail(exchange, "invalid_client_metadata", invalid.message());
                return;
            }
            throw refusal;
        }
    }

    private OAuthClient registered(Exchange exchange) {
        JsonBody body = exchange.body();
        Supplier<Optional<String>> name = body.optional("client_name", RequestReader.text());
        Supplier<List<String>> redirects =
                body.required("redirect_uris", RequestReader.list(RequestReader.text(), OAuthClient.MOST_REDIRECTS));
        body.check();
        List<ClientRedirect> addresses =
                redirects.get().stream().map(ClientRedirect::new).toList();
        return authorizations.register(exchange.caller(), name.get().orElse("unnamed client"), addresses);
    }

    /** A server may answer with other metadata than the client asked for (RFC 7591, 2): here, without a secret. */
    private Map<String, Object> registration(OAuthClient client) {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("client_id", client.id().value());
        answer.put("client_id_issued_at", clock.instant().getEpochSecond());
        answer.put("client_name", client.name());
        answer.put(
                "redirect_uris",
                client.redirects().stream().map(ClientRedirect::value).toList());
        answer.put("grant_types", List.of("authorization_code", "refresh_token"));
        answer.put("response_types", List.of("code"));
        answer.put("token_endpoint_auth_method", "none");
        answer.put("scope", AuthorizationServer.SCOPE);
        return answer;
    }

    private void token(Exchange exchange) {
        FormFields fields = fields(exchange);
        ClientId client = fields.clientId();
        AuthorizationServer server = addresses.of(exchange);
        Optional<String> resource = fields.resource().filter(named -> !server.isResource(named));
        if (resource.isPresent()) {
            fail(exchange, "invalid_target", "resource: must be " + server.resource());
            return;
        }
        switch (fields.require(GRANT_TYPE)) {
            case "authorization_code" -> answer(exchange, redeemed(exchange, client, fields));
            case "refresh_token" ->
                answer(
                        exchange,
                        authorizations.refresh(
                                exchange.caller(), client, new RefreshToken(fields.require("refresh_token"))));
            default ->
                fail(exchange, "unsupported_grant_type", GRANT_TYPE + ": must be authorization_code or refresh_token");
        }
    }

    private TokenSet redeemed(Exchange exchange, ClientId client, FormFields fields) {
        CodeRedemption redemption = new CodeRedemption(
                client, fields.require("code"), fields.find("redirect_uri"), fields.require("code_verifier"));
        return authorizations.redeem(exchange.caller(), redemption);
    }

    private static void answer(Exchange exchange, TokenSet tokens) {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("access_token", tokens.accessToken().value());
        answer.put("token_type", "Bearer");
        answer.put("expires_in", tokens.expiresIn().toSeconds());
        answer.put("refresh_token", tokens.refreshToken().value());
        answer.put("scope", AuthorizationServer.SCOPE);
        exchange.secretJson(200, answer);
    }

    /** Answers alike whether the token was known or not (RFC 7009, 2.2). */
    private void revoke(Exchange exchange) {
        FormFields fields = fields(exchange);
        String token = fields.require("token");
        if (token.length() <= MAX_TOKEN) {
            authorizations.revoke(exchange.caller(), fields.clientId(), token);
        }
        exchange.json(200, Map.of());
    }

    /** Refuses a client that sends a secret: it takes this server for another one. */
    private static FormFields fields(Exchange exchange) {
        FormFields fields = FormFields.of(exchange);
        if (exchange.requestHeader("Authorization").isPresent()
                || fields.find("client_secret").isPresent()) {
            throw new Refusal(new ClientRefused(
                    ClientRefused.Reason.INVALID_CLIENT,
                    "this server issues no client secrets; send only client_id, in the form"));
        }
        return fields;
    }

    private static void fail(Exchange exchange, String error, String description) {
        exchange.json(ClientErrors.BAD_REQUEST, Map.of("error", error, "error_description", description));
    }
}
