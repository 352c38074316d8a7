package dev.guildhall.http.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.ports.Caller;
import java.util.Map;
import java.util.Optional;

/**
 * The sender of a request.
 *
 * @param session distinguishes the clients of one user in the older era; absent when the client does not use sessions
 * @param view what it sees at its address
 * @param isNewer whether it speaks the era without sessions
 * @param capabilities what it can answer, as the protocol names it
 */
record Peer(
        Caller.User user, Optional<String> session, McpView view, boolean isNewer, Map<String, Object> capabilities) {
    /** A client of the older era, whose session says what it can answer. */
    static Peer older(Caller.User user, Optional<String> session, McpView view) {
        return new Peer(
                user,
                session,
                view,
                false,
                session.map(McpSessionId::capabilities).orElse(Map.of()));
    }

    static Peer newer(Caller.User user, McpView view, JsonNode capabilities) {
        return new Peer(user, Optional.empty(), view, true, Params.object(capabilities));
    }

    /** Whether the client can answer this question. Without a mode it can answer forms alone, as the protocol says. */
    boolean canAnswer(String method, Map<String, Object> parameters) {
        return switch (method) {
            case "elicitation/create" ->
                capabilities.containsKey("elicitation")
                        && (!"url".equals(parameters.get("mode"))
                                || Params.member(capabilities, "elicitation").containsKey("url"));
            case "sampling/createMessage" -> capabilities.containsKey("sampling");
            case "roots/list" -> capabilities.containsKey("roots");
            default -> false;
        };
    }
}
