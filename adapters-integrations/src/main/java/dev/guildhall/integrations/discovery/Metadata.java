package dev.guildhall.integrations.discovery;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import okhttp3.HttpUrl;

/** Finds the metadata of a server and of its authorization server, at the addresses that the standards name. */
final class Metadata {
    private static final String RESOURCE = "/.well-known/oauth-protected-resource";
    private static final String OAUTH = "/.well-known/oauth-authorization-server";
    private static final String OPENID = "/.well-known/openid-configuration";

    private final HttpUrl server;
    private final Documents documents;

    Metadata(HttpUrl server, Documents documents) {
        this.server = server;
        this.documents = documents;
    }

    /**
     * The server's own metadata, at the address that it named, else at the well-known ones; empty for a server that has
     * none.
     *
     * @throws DiscoveryFault when the metadata are of another server
     */
    Optional<ResourceMetadata> resource(Optional<String> named) throws DiscoveryFault {
        List<HttpUrl> addresses = new ArrayList<>();
        named.flatMap(Documents::address).ifPresent(addresses::add);
        if (path(server).length() > 0) {
            at(origin(server) + RESOURCE + path(server)).ifPresent(addresses::add);
        }
        at(origin(server) + RESOURCE).ifPresent(addresses::add);
        Optional<ResourceMetadata> found = first(addresses).map(ResourceMetadata::read);
        if (found.filter(metadata -> !metadata.isOf(server)).isPresent()) {
            throw new DiscoveryFault("its metadata are of another resource");
        }
        return found;
    }

    /**
     * The metadata of an authorization server.
     *
     * @throws DiscoveryFault when it has none, or calls itself otherwise
     */
    AuthorizationServer authorizationServer(String issuer) throws DiscoveryFault {
        HttpUrl address = Documents.address(issuer)
                .filter(url -> url.query() == null && url.fragment() == null)
                .orElseThrow(() -> new DiscoveryFault("its metadata name an authorization server without an address"));
        if (server.isHttps() && !address.isHttps()) {
            throw new DiscoveryFault("its authorization server is not at an https address");
        }
        JsonNode document = of(address)
                .orElseThrow(
                        () -> new DiscoveryFault("its authorization server " + address.host() + " has no metadata"));
        if (!document.path("issuer").asText().equals(issuer)) {
            throw new DiscoveryFault("the metadata of its authorization server name another issuer");
        }
        return AuthorizationServer.read(document);
    }

    /** The authorization server of a server that has no metadata (revision 2025-03-26): its own host. */
    AuthorizationServer ofOrigin() throws DiscoveryFault {
        String origin = origin(server);
        Optional<JsonNode> document = ofOriginIfAny();
        if (document.isEmpty()) {
            return AuthorizationServer.withoutMetadata(origin);
        }
        String issuer = document.get().path("issuer").asText();
        if (!issuer.equals(origin) && !issuer.equals(origin + "/")) {
            throw new DiscoveryFault("the metadata of its authorization server name another issuer");
        }
        return AuthorizationServer.read(document.get());
    }

    /** Whether the server says anywhere that it has a sign-in. */
    boolean isOffered() throws DiscoveryFault {
        return resource(Optional.empty()).isPresent() || ofOriginIfAny().isPresent();
    }

    private Optional<JsonNode> ofOriginIfAny() throws DiscoveryFault {
        Optional<HttpUrl> origin = at(origin(server));
        return origin.isEmpty() ? Optional.empty() : of(origin.get());
    }

    private Optional<JsonNode> of(HttpUrl issuer) throws DiscoveryFault {
        List<HttpUrl> addresses = new ArrayList<>();
        at(origin(issuer) + OAUTH + path(issuer)).ifPresent(addresses::add);
        at(origin(issuer) + OPENID + path(issuer)).ifPresent(addresses::add);
        if (path(issuer).length() > 0) {
            at(origin(issuer) + path(issuer) + OPENID).ifPresent(addresses::add);
        }
        return first(addresses);
    }

    private Optional<JsonNode> first(List<HttpUrl> addresses) throws DiscoveryFault {
        for (HttpUrl address : addresses) {
            Optional<JsonNode> document = documents.get(address);
            if (document.isPresent()) {
                return document;
            }
        }
        return Optional.empty();
    }

    private static Optional<HttpUrl> at(String address) {
        return Documents.address(address);
    }

    private static String origin(HttpUrl url) {
        String host = url.host().contains(":") ? "[" + url.host() + "]" : url.host();
        boolean isStandard = url.port() == HttpUrl.defaultPort(url.scheme());
        return url.scheme() + "://" + host + (isStandard ? "" : ":" + url.port());
    }

    /** The path without a slash at its end. */
    private static String path(HttpUrl url) {
        return url.encodedPath().replaceFirst("/+$", "");
    }
}
