package dev.guildhall.http;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.webchat.OpenedSession;
import dev.guildhall.ports.webchat.SessionKey;
import dev.guildhall.ports.webchat.WebSessions;
import io.javalin.http.Context;
import java.util.Optional;

/**
 * How the server identifies browser sessions.
 *
 * @param sessions finds the user of a session
 * @param address with https at the address that a browser uses, it sends its cookies over TLS alone
 */
public record BrowserSessions(WebSessions sessions, PublicAddress address) {
    /** The cookie that holds the key of a session at the host that the request names. */
    SessionCookie cookie(Context ctx) {
        return SessionCookie.of(address.of(ctx.req().getServerName()));
    }

    /** The key of the session; empty when the browser sent none. */
    public Optional<SessionKey> key(Exchange exchange) {
        return exchange.cookieValue(SessionCookie.of(of(exchange))).map(SessionKey::new);
    }

    private String of(Exchange exchange) {
        return address.of(exchange.host());
    }

    /** The cookie that holds the state of a sign-in with a provider. */
    public SessionCookie signIn(Exchange exchange) {
        return SessionCookie.ofSignIn(of(exchange));
    }

    /** The cookie that holds the state while a user links an identity. */
    public SessionCookie link(Exchange exchange) {
        return SessionCookie.ofLink(of(exchange));
    }

    /** The user of the request's session; empty when the browser sent none, or one that has ended. */
    public Optional<Caller.User> user(Exchange exchange) {
        try {
            return key(exchange).map(key -> sessions.authenticate(exchange.caller(), key));
        } catch (Refusal refusal) {
            if (refusal.problem() instanceof CommonProblem.Unauthenticated) {
                return Optional.empty();
            }
            throw refusal;
        }
    }

    /** Sets the cookie with the key of a new session. The browser's previous session ends. */
    public void begin(Exchange exchange, OpenedSession opened) {
        key(exchange).ifPresent(former -> sessions.signOut(exchange.caller(), former));
        exchange.cookie(SessionCookie.of(of(exchange)).with(opened.key()));
    }

    /** Ends the session of the request, if it has one, and removes the cookie. */
    public void end(Exchange exchange) {
        key(exchange).ifPresent(key -> sessions.signOut(exchange.caller(), key));
        exchange.cookie(SessionCookie.of(of(exchange)).cleared());
    }
}
