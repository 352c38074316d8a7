package dev.guildhall.http;

import dev.guildhall.ports.webchat.SessionKey;
import io.javalin.http.Context;
import java.time.Duration;
import java.util.Optional;

/**
 * A cookie of the web application (chat-1). Immutable.
 *
 * @param name with https its prefix is {@code __Host-}: no other host and no subdomain can set it
 * @param attributes the text after the cookie's value
 * @param life how long a browser keeps it
 */
public record SessionCookie(String name, String attributes, Duration life) {
    private static final String COMMON = "; Path=/; HttpOnly; SameSite=Lax";
    private static final Duration SESSION_LIFE = Duration.ofDays(7);
    private static final Duration SIGN_IN_LIFE = Duration.ofMinutes(10);

    /**
     * The cookie that holds the key of a browser session.
     *
     * @param publicUrl the address that users open; with https the browser never sends the cookie without TLS
     */
    public static SessionCookie of(String publicUrl) {
        return named("guildhall_session", publicUrl, SESSION_LIFE);
    }

    /** The cookie that holds the state of a sign-in with a provider, which is valid for ten minutes. */
    public static SessionCookie ofSignIn(String publicUrl) {
        return named("guildhall_sign_in", publicUrl, SIGN_IN_LIFE);
    }

    /** The cookie that holds the state while a user links an identity, which is valid for ten minutes. */
    public static SessionCookie ofLink(String publicUrl) {
        return named("guildhall_link", publicUrl, SIGN_IN_LIFE);
    }

    private static SessionCookie named(String name, String publicUrl, Duration life) {
        return publicUrl.startsWith("https:")
                ? new SessionCookie("__Host-" + name, COMMON + "; Secure", life)
                : new SessionCookie(name, COMMON, life);
    }

    Optional<SessionKey> read(Context ctx) {
        return value(ctx).map(SessionKey::new);
    }

    Optional<String> value(Context ctx) {
        return Optional.ofNullable(ctx.cookie(name)).filter(value -> !value.isEmpty());
    }

    public String with(SessionKey key) {
        return with(key.value());
    }

    /** The header value that sets the cookie to a value of letters, digits, hyphens, underscores and dots. */
    public String with(String value) {
        return name + "=" + value + attributes + "; Max-Age=" + life.toSeconds();
    }

    public String cleared() {
        return name + "=" + attributes + "; Max-Age=0";
    }
}
