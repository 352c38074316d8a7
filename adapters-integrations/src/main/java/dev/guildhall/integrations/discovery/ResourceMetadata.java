package dev.guildhall.integrations.discovery;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.ports.connection.Scope;
import java.util.List;
import java.util.Optional;
import okhttp3.HttpUrl;

/**
 * What a server says about its sign-in (RFC 9728).
 *
 * @param resource its own name, exactly as it writes it
 * @param issuer the first of its authorization servers; absent when it names none
 * @param scopes the scopes that it knows
 */
record ResourceMetadata(String resource, Optional<String> issuer, List<Scope> scopes) {
    ResourceMetadata {
        scopes = List.copyOf(scopes);
    }

    static ResourceMetadata read(JsonNode document) {
        return new ResourceMetadata(
                document.path("resource").asText(),
                Documents.texts(document.path("authorization_servers")).findFirst(),
                Challenge.scopes(Documents.texts(document.path("scopes_supported"))));
    }

    /** Whether tokens for this resource are tokens for the server at that address: for its path, or for one above. */
    boolean isOf(HttpUrl server) {
        HttpUrl named = HttpUrl.parse(resource);
        if (named == null || named.fragment() != null || !isOneOrigin(named, server)) {
            return false;
        }
        String above = named.encodedPath().endsWith("/") ? named.encodedPath() : named.encodedPath() + "/";
        return (server.encodedPath() + "/").startsWith(above);
    }

    private static boolean isOneOrigin(HttpUrl one, HttpUrl other) {
        return one.scheme().equals(other.scheme()) && one.host().equals(other.host()) && one.port() == other.port();
    }
}
