package dev.guildhall.integrations.mcp.protocol;

import dev.guildhall.ports.tool.ToolExchange;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

/** Those that follow the changes which a server of the older era reports in one conversation. Thread-safe. */
public final class Followers {
    private record Follower(ToolExchange exchange, CompletableFuture<Boolean> end) {}

    private final Set<Follower> all = ConcurrentHashMap.newKeySet();

    /** Passes on what the server reports; blocks until the deadline, an interrupt, or the end of the conversation. */
    public void follow(ToolExchange exchange, CallDeadline deadline, BooleanSupplier isOpen) throws McpFault {
        Follower follower = new Follower(exchange, new CompletableFuture<>());
        all.add(follower);
        try {
            if (!isOpen.getAsBoolean()) {
                throw McpFault.closed();
            }
            deadline.await(follower.end());
        } finally {
            all.remove(follower);
        }
    }

    public void notified(String method, Map<String, Object> parameters) {
        all.forEach(follower -> follower.exchange().notified(method, parameters));
    }

    /** Ends the waits of all of them with this failure. */
    public void end(McpFault why) {
        all.forEach(follower -> follower.end().completeExceptionally(why));
    }
}
