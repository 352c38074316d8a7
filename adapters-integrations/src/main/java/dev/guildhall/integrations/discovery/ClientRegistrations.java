package dev.guildhall.integrations.discovery;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.guildhall.integrations.net.OutboundReply;
import java.net.URI;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import okhttp3.HttpUrl;

/**
 * The clients of one integration, by authorization server: the one that is configured, else our metadata document where
 * the server takes it, else one that we register (RFC 7591). A client is never used at another server.
 */
final class ClientRegistrations {
    /** @param callback the address that the client was registered with, which changes with that of the installation */
    private record Held(Client client, URI callback, Instant until) {
        boolean isFor(URI asked) {
            return callback.equals(asked);
        }
    }

    private final Optional<ConfiguredClient> configured;
    private final Function<URI, Optional<URI>> document;
    private final Documents documents;
    private final InstantSource clock;
    private final Map<String, Held> held = new ConcurrentHashMap<>();

    ClientRegistrations(
            Optional<ConfiguredClient> configured,
            Function<URI, Optional<URI>> document,
            Documents documents,
            InstantSource clock) {
        this.configured = configured;
        this.document = document;
        this.documents = documents;
        this.clock = clock;
    }

    Client at(AuthorizationServer server, URI callback) throws DiscoveryFault {
        if (configured.isPresent()) {
            if (configured
                    .get()
                    .issuer()
                    .filter(known -> !known.equals(server.issuer()))
                    .isPresent()) {
                throw new DiscoveryFault("its authorization server is another one than that of its OAuth client");
            }
            return Client.configured(configured.get(), server);
        }
        Optional<URI> ours = document.apply(callback).filter(_ -> server.takesDocuments());
        if (ours.isPresent()) {
            return new Client(ours.get().toString(), Optional.empty(), false);
        }
        Held known = held.get(server.issuer());
        return known != null && known.isFor(callback) && clock.instant().isBefore(known.until())
                ? known.client()
                : registered(server, callback);
    }

    /** The server may not know the client any more: the next consent registers another one. */
    void forget(String issuer) {
        held.remove(issuer);
    }

    private Client registered(AuthorizationServer server, URI callback) throws DiscoveryFault {
        HttpUrl address = server.registrationUrl()
                .flatMap(url -> Documents.address(url.toString()))
                .orElseThrow(() -> new DiscoveryFault(
                        "its authorization server registers no clients; set the clientId of one that is"
                                + " registered there"));
        OutboundReply reply = documents.post(address, description(server, callback));
        Optional<JsonNode> answer =
                Optional.of(reply).filter(OutboundReply::isSuccess).flatMap(Documents::object);
        if (answer.isEmpty()) {
            throw new DiscoveryFault(
                    "its authorization server did not register this installation: status " + reply.status());
        }
        Client client = client(answer.get(), server, callback);
        if (held.size() >= DiscoveryLimits.REGISTRATIONS) {
            held.clear();
        }
        long end = answer.get().path("client_secret_expires_at").asLong(0);
        held.put(server.issuer(), new Held(client, callback, end > 0 ? Instant.ofEpochSecond(end) : Instant.MAX));
        return client;
    }

    private static ObjectNode description(AuthorizationServer server, URI callback) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("client_name", "Guildhall");
        json.putArray("redirect_uris").add(callback.toString());
        json.putArray("grant_types").add("authorization_code").add("refresh_token");
        json.putArray("response_types").add("code");
        json.put("token_endpoint_auth_method", Client.preferred(server.authMethods()));
        json.put("application_type", "https".equals(callback.getScheme()) ? "web" : "native");
        return json;
    }

    private static Client client(JsonNode answer, AuthorizationServer server, URI callback) throws DiscoveryFault {
        String id = answer.path("client_id").asText();
        Optional<String> secret =
                Optional.ofNullable(answer.path("client_secret").textValue());
        boolean isSendable =
                isVisible(id) && secret.filter(text -> !isVisible(text)).isEmpty();
        if (!isSendable) {
            throw new DiscoveryFault("its authorization server registered a client without a usable id");
        }
        boolean isOurs = !answer.path("redirect_uris").isArray()
                || Documents.texts(answer.path("redirect_uris")).allMatch(callback.toString()::equals);
        if (!isOurs) {
            throw new DiscoveryFault(
                    "its authorization server registered this installation with another redirect address");
        }
        String method = answer.path("token_endpoint_auth_method").asText(Client.preferred(server.authMethods()));
        if (!Set.of(Client.BASIC, Client.POST, Client.NONE).contains(method)) {
            throw new DiscoveryFault(
                    "its authorization server wants a client to authenticate in a way that is not supported");
        }
        return new Client(id, secret.filter(ignored -> !method.equals(Client.NONE)), method.equals(Client.POST));
    }

    private static boolean isVisible(String text) {
        return !text.isEmpty()
                && text.length() <= DiscoveryLimits.TEXT
                && text.chars().allMatch(c -> c >= ' ' && c < 0x7f);
    }
}
