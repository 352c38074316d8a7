package dev.guildhall.integrations.discovery;

import java.util.List;
import java.util.Optional;

/**
 * This installation as a client of an authorization server.
 *
 * @param id as it is sent
 * @param secret absent for a client that uses only PKCE
 * @param secretInBody whether the secret is sent in the body instead of a header
 */
record Client(String id, Optional<String> secret, boolean secretInBody) {
    static final String BASIC = "client_secret_basic";
    static final String POST = "client_secret_post";
    static final String NONE = "none";

    /** A client that was registered by hand, which authenticates in a way that the server supports. */
    static Client configured(ConfiguredClient configured, AuthorizationServer server) {
        return new Client(
                configured.id(),
                configured.secret(),
                preferred(server.authMethods()).equals(POST));
    }

    /** The method to authenticate with of those that a server supports. */
    static String preferred(List<String> offered) {
        return List.of(BASIC, POST, NONE).stream()
                .filter(offered::contains)
                .findFirst()
                .orElse(BASIC);
    }

    @Override
    public String toString() {
        return "Client[" + id + "]";
    }
}
