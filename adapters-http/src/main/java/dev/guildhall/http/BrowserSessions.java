package dev.guildhall.http;

import dev.guildhall.ports.webchat.OpenedSession;
import dev.guildhall.ports.webchat.WebSessions;

/**
 * How the browser sessions of an installation are known.
 *
 * @param sessions finds out who uses one
 * @param cookie has the key of one
 */
public record BrowserSessions(WebSessions sessions, SessionCookie cookie) {
    /** Gives a browser the key of a new session. The session that it had before ends: its key is not used again. */
    public void begin(Exchange exchange, OpenedSession opened) {
        exchange.sessionKey(cookie).ifPresent(former -> sessions.signOut(exchange.caller(), former));
        exchange.cookie(cookie.with(opened.key()));
    }
}
