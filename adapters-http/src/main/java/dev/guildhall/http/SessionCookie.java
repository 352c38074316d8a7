package dev.guildhall.http;

import dev.guildhall.ports.webchat.SessionKey;
import io.javalin.http.Context;
import java.time.Duration;
import java.util.Optional;

/**
 * A cookie of the web application (contract 5). Immutable.
 *
 * @param name behind TLS with the prefix {@code __Host-}, which no other host and no subdomain can set
 * @param attributes what stands behind its value
 * @param life how long a browser keeps it
 */
public record SessionCookie(String name, String attributes, Duration life) {
    private static final String COMMON = "; Path=/; HttpOnly; SameSite=Lax";
    private static final Duration SESSION_LIFE = Duration.ofDays(7);
    private static final Duration SIGN_IN_LIFE = Duration.ofMinutes(10);

    /**
     * The cookie that has the key of a browser session.
     *
     * @param publicUrl the address as users see it; with https the cookie is never sent without TLS
     */
    public static SessionCookie of(String publicUrl) {
        return named("guildhall_session", publicUrl, SESSION_LIFE);
    }

    /** The cookie that has the state of a sign-in with a provider, which is good for ten minutes. */
    public static SessionCookie ofSignIn(String publicUrl) {
        return named("guildhall_sign_in", publicUrl, SIGN_IN_LIFE);
    }

    /** The cookie that has the state of the linking of an identity, which is good for ten minutes. */
    public static SessionCookie ofLink(String publicUrl) {
        return named("guildhall_link", publicUrl, SIGN_IN_LIFE);
    }

    private static SessionCookie named(String name, String publicUrl, Duration life) {
        return publicUrl.startsWith("https:")
                ? new SessionCookie("__Host-" + name, COMMON + "; Secure", life)
                : new SessionCookie(name, COMMON, life);
    }

    /** The key that a browser sent; empty when it sent none. */
    Optional<SessionKey> read(Context ctx) {
        return value(ctx).map(SessionKey::new);
    }

    /** What a browser sent; empty when it sent nothing. */
    Optional<String> value(Context ctx) {
        return Optional.ofNullable(ctx.cookie(name)).filter(value -> !value.isEmpty());
    }

    /** The header value that gives a browser the key. */
    public String with(SessionKey key) {
        return with(key.value());
    }

    /** The header value that gives a browser a value, of letters, digits, hyphens and underscores. */
    public String with(String value) {
        return name + "=" + value + attributes + "; Max-Age=" + life.toSeconds();
    }

    /** The header value that takes the cookie from a browser. */
    public String cleared() {
        return name + "=" + attributes + "; Max-Age=0";
    }
}
