package dev.guildhall.integrations.discovery;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.guildhall.integrations.consent.OAuthClientOptions;
import dev.guildhall.wire.json.Json;
import java.net.URI;
import java.util.Map;
import java.util.Optional;

/**
 * The authorization server and the client of one consent, which are kept with it and with its tokens, so that no other
 * server ever receives them.
 *
 * @param resource the server that the tokens are for
 */
record Registration(AuthorizationServer server, Client client, String resource) {
    private static final String AUTHORIZATION = "authorization_endpoint";

    OAuthClientOptions options(Map<String, String> authorizationParameters) {
        return new OAuthClientOptions(
                server.authorizationUrl(),
                server.tokenUrl(),
                server.revocationUrl(),
                client.id(),
                client.secret(),
                true,
                " ",
                authorizationParameters,
                client.secretInBody(),
                Optional.of(resource));
    }

    String written() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("issuer", server.issuer());
        json.put(AUTHORIZATION, server.authorizationUrl().toString());
        json.put("token_endpoint", server.tokenUrl().toString());
        server.revocationUrl().ifPresent(url -> json.put("revocation_endpoint", url.toString()));
        json.put("sends_issuer", server.sendsIssuer());
        json.put("client_id", client.id());
        client.secret().ifPresent(secret -> json.put("client_secret", secret));
        json.put("secret_in_body", client.secretInBody());
        json.put("resource", resource);
        return json.toString();
    }

    /** Empty when the text is not one that {@link #written} has made. */
    static Optional<Registration> read(String text) {
        try {
            JsonNode json = Json.LENIENT.readTree(text);
            AuthorizationServer plain =
                    AuthorizationServer.withoutMetadata(json.path("issuer").asText());
            AuthorizationServer server = new AuthorizationServer(
                    plain.issuer(),
                    URI.create(json.path(AUTHORIZATION).asText()),
                    URI.create(json.path("token_endpoint").asText()),
                    Optional.empty(),
                    text(json, "revocation_endpoint").map(URI::create),
                    plain.scopes(),
                    plain.authMethods(),
                    false,
                    json.path("sends_issuer").asBoolean());
            Client client = new Client(
                    json.path("client_id").asText(),
                    text(json, "client_secret"),
                    json.path("secret_in_body").asBoolean());
            return Optional.of(
                    new Registration(server, client, json.path("resource").asText()));
        } catch (JsonProcessingException | IllegalArgumentException malformed) {
            return Optional.empty();
        }
    }

    private static Optional<String> text(JsonNode json, String name) {
        return Optional.ofNullable(json.path(name).textValue());
    }

    @Override
    public String toString() {
        return "Registration[" + client + " at " + server.issuer() + "]";
    }
}
