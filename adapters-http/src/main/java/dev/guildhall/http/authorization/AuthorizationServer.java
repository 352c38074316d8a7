package dev.guildhall.http.authorization;

/**
 * The addresses of the authorization server and of the resource that its tokens are for.
 *
 * @param issuer the address of the installation, without a slash at its end
 */
public record AuthorizationServer(String issuer) {
    /** The only scope: to list and call the user's tools. */
    static final String SCOPE = "mcp";

    static final String RESOURCE = "/mcp";

    /** The address of the MCP endpoint: the audience of the tokens. */
    String resource() {
        return issuer + RESOURCE;
    }

    /** The address of the document about the MCP endpoint (RFC 9728, 3.1). */
    public String resourceMetadata() {
        return issuer + MetadataRoutes.PATH + MetadataRoutes.RESOURCE + RESOURCE;
    }

    /** Whether a client means the MCP endpoint; a slash at the end does not matter (RFC 8707, 2). */
    boolean isResource(String address) {
        return address.equals(resource()) || address.equals(resource() + "/") || isWhole(address);
    }

    /** Clients that find no document about the endpoint itself name the whole server. */
    private boolean isWhole(String address) {
        return address.equals(issuer) || address.equals(issuer + "/");
    }
}
