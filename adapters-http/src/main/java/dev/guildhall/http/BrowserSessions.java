package dev.guildhall.http;

import dev.guildhall.ports.webchat.OpenedSession;
import dev.guildhall.ports.webchat.WebSessions;

/**
 * How the server identifies browser sessions.
 *
 * @param sessions finds the user of a session
 * @param cookie holds the session's key
 */
public record BrowserSessions(WebSessions sessions, SessionCookie cookie) {
    /** Sets the cookie with the key of a new session. The browser's previous session ends. */
    public void begin(Exchange exchange, OpenedSession opened) {
        exchange.sessionKey(cookie).ifPresent(former -> sessions.signOut(exchange.caller(), former));
        exchange.cookie(cookie.with(opened.key()));
    }
}
