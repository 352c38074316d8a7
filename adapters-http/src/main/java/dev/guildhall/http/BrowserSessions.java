package dev.guildhall.http;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.webchat.OpenedSession;
import dev.guildhall.ports.webchat.WebSessions;
import java.util.Optional;

/**
 * How the server identifies browser sessions.
 *
 * @param sessions finds the user of a session
 * @param cookie holds the session's key
 */
public record BrowserSessions(WebSessions sessions, SessionCookie cookie) {
    /** The user of the request's session; empty when the browser sent none, or one that has ended. */
    public Optional<Caller.User> user(Exchange exchange) {
        try {
            return exchange.sessionKey(cookie).map(key -> sessions.authenticate(exchange.caller(), key));
        } catch (Refusal refusal) {
            if (refusal.problem() instanceof CommonProblem.Unauthenticated) {
                return Optional.empty();
            }
            throw refusal;
        }
    }

    /** Sets the cookie with the key of a new session. The browser's previous session ends. */
    public void begin(Exchange exchange, OpenedSession opened) {
        exchange.sessionKey(cookie).ifPresent(former -> sessions.signOut(exchange.caller(), former));
        exchange.cookie(cookie.with(opened.key()));
    }
}
