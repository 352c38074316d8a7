package dev.guildhall.http;

import dev.guildhall.ports.webchat.SessionKey;
import io.javalin.http.Context;
import java.util.Optional;

/**
 * The cookie of a browser session (contract 5). Immutable.
 *
 * @param name behind TLS with the prefix {@code __Host-}, which no other host and no subdomain can set
 * @param attributes what stands behind its value
 */
public record SessionCookie(String name, String attributes) {
    private static final String NAME = "guildhall_session";
    private static final String COMMON = "; Path=/; HttpOnly; SameSite=Lax";

    /**
     * The cookie of an installation.
     *
     * @param publicUrl the address as users see it; with https the cookie is never sent without TLS
     */
    public static SessionCookie of(String publicUrl) {
        return publicUrl.startsWith("https:")
                ? new SessionCookie("__Host-" + NAME, COMMON + "; Secure")
                : new SessionCookie(NAME, COMMON);
    }

    /** The key that a browser sent; empty when it sent none. */
    Optional<SessionKey> read(Context ctx) {
        return Optional.ofNullable(ctx.cookie(name))
                .filter(value -> !value.isEmpty())
                .map(SessionKey::new);
    }

    /** The header value that gives a browser the key; it is forgotten after seven days at the latest. */
    public String with(SessionKey key) {
        return name + "=" + key.value() + attributes + "; Max-Age=604800";
    }

    /** The header value that takes the key from a browser. */
    public String cleared() {
        return name + "=" + attributes + "; Max-Age=0";
    }
}
