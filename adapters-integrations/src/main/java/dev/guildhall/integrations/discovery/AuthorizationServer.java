package dev.guildhall.integrations.discovery;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.ports.connection.Scope;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What an authorization server says about itself (RFC 8414, OpenID Connect Discovery).
 *
 * @param issuer its name, exactly as it writes it
 * @param authMethods how clients authenticate at the token endpoint
 * @param takesDocuments whether a client id may be the address of a client's metadata
 * @param sendsIssuer whether its answers always name it (RFC 9207)
 */
record AuthorizationServer(
        String issuer,
        URI authorizationUrl,
        URI tokenUrl,
        Optional<URI> registrationUrl,
        Optional<URI> revocationUrl,
        List<Scope> scopes,
        List<String> authMethods,
        boolean takesDocuments,
        boolean sendsIssuer) {
    private static final String S256 = "S256";

    /** The way to authenticate of a server that names none. */
    private static final List<String> STANDARD = List.of("client_secret_basic");

    AuthorizationServer {
        scopes = List.copyOf(scopes);
        authMethods = List.copyOf(authMethods);
    }

    /** The endpoints of a server without metadata, as the revision 2025-03-26 defines them. */
    static AuthorizationServer withoutMetadata(String origin) {
        return new AuthorizationServer(
                origin,
                URI.create(origin + "/authorize"),
                URI.create(origin + "/token"),
                Optional.of(URI.create(origin + "/register")),
                Optional.empty(),
                List.of(),
                STANDARD,
                false,
                false);
    }

    /**
     * Reads metadata.
     *
     * @throws DiscoveryFault when an address is missing or insecure, or the server lacks PKCE
     */
    static AuthorizationServer read(JsonNode document) throws DiscoveryFault {
        String issuer = document.path("issuer").asText();
        boolean knowsPkce = Documents.texts(document.path("code_challenge_methods_supported"))
                .anyMatch(S256::equals);
        if (!knowsPkce) {
            throw new DiscoveryFault("its authorization server does not say that it supports PKCE with S256");
        }
        List<String> methods = document.has("token_endpoint_auth_methods_supported")
                ? Documents.texts(document.path("token_endpoint_auth_methods_supported"))
                        .toList()
                : STANDARD;
        return new AuthorizationServer(
                issuer,
                required(document, "authorization_endpoint", issuer),
                required(document, "token_endpoint", issuer),
                address(document, "registration_endpoint", issuer),
                address(document, "revocation_endpoint", issuer),
                Challenge.scopes(Documents.texts(document.path("scopes_supported"))),
                methods,
                document.path("client_id_metadata_document_supported").asBoolean(false),
                document.path("authorization_response_iss_parameter_supported").asBoolean(false));
    }

    private static URI required(JsonNode document, String name, String issuer) throws DiscoveryFault {
        return address(document, name, issuer)
                .orElseThrow(() -> new DiscoveryFault("its authorization server has no usable " + name));
    }

    /** When the issuer's address is secure, the other addresses must be secure too. */
    private static Optional<URI> address(JsonNode document, String name, String issuer) {
        boolean mayBePlain = issuer.startsWith("http:");
        return Stream.of(document.path(name).asText())
                .flatMap(text -> Documents.address(text).stream())
                .filter(url -> url.isHttps() || mayBePlain)
                .filter(url -> url.fragment() == null)
                .map(url -> URI.create(document.path(name).asText()))
                .findFirst();
    }

    boolean offers(Scope scope) {
        return scopes.contains(scope);
    }
}
