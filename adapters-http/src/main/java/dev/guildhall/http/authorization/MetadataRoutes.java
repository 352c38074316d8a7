package dev.guildhall.http.authorization;

import dev.guildhall.http.Access;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.Route;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The documents from which a client learns how to sign in: RFC 9728 and RFC 8414. */
public final class MetadataRoutes {
    public static final String PATH = "/.well-known";

    static final String RESOURCE = "/oauth-protected-resource";

    private static final String SERVER = "/oauth-authorization-server";
    private static final String NO_SECRET = "none";
    private static final String SCOPES = "scopes_supported";

    private final AuthorizationAddresses addresses;

    public MetadataRoutes(AuthorizationAddresses addresses) {
        this.addresses = addresses;
    }

    public List<Route> routes() {
        return List.of(
                Route.get(RESOURCE, Access.PUBLIC, this::resource),
                Route.get(RESOURCE + AuthorizationServer.RESOURCE, Access.PUBLIC, this::resource),
                Route.get(SERVER, Access.PUBLIC, this::server));
    }

    private void resource(Exchange exchange) {
        AuthorizationServer server = addresses.of(exchange);
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("resource", server.resource());
        document.put("authorization_servers", List.of(server.issuer()));
        document.put(SCOPES, List.of(AuthorizationServer.SCOPE));
        document.put("bearer_methods_supported", List.of("header"));
        document.put("resource_name", "Guildhall");
        exchange.json(200, document);
    }

    private void server(Exchange exchange) {
        String issuer = addresses.of(exchange).issuer();
        String endpoints = issuer + ClientRoutes.PATH;
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("issuer", issuer);
        document.put("authorization_endpoint", endpoints + "/authorize");
        document.put("token_endpoint", endpoints + ClientRoutes.TOKEN);
        document.put("registration_endpoint", endpoints + ClientRoutes.REGISTER);
        document.put("revocation_endpoint", endpoints + ClientRoutes.REVOKE);
        document.put(SCOPES, List.of(AuthorizationServer.SCOPE));
        document.put("response_types_supported", List.of("code"));
        document.put("response_modes_supported", List.of("query"));
        document.put("grant_types_supported", List.of("authorization_code", "refresh_token"));
        document.put("token_endpoint_auth_methods_supported", List.of(NO_SECRET));
        document.put("revocation_endpoint_auth_methods_supported", List.of(NO_SECRET));
        document.put("code_challenge_methods_supported", List.of("S256"));
        document.put("authorization_response_iss_parameter_supported", true);
        document.put("client_id_metadata_document_supported", true);
        exchange.json(200, document);
    }
}
