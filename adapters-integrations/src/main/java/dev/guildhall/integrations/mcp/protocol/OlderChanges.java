package dev.guildhall.integrations.mcp.protocol;

import dev.guildhall.ports.tool.ServerReply;
import dev.guildhall.ports.tool.ServerRequest;
import dev.guildhall.ports.tool.ToolExchange;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Turns a request for a stream of changes into what a server of the older era knows: subscriptions to resources, one for
 * all who follow the same resource in one session, and notifications.
 */
final class OlderChanges {
    static final String LISTEN = "subscriptions/listen";

    private static final Logger LOG = System.getLogger(OlderChanges.class.getName());
    private static final String UPDATED = "notifications/resources/updated";
    private static final String URI = "uri";

    private final McpConversation conversation;
    private final SessionRequests requests;
    private final Map<String, Integer> followed = new HashMap<>();

    OlderChanges(McpConversation conversation, SessionRequests requests) {
        this.conversation = conversation;
        this.requests = requests;
    }

    /** Passes on changes until the deadline, an interrupt, or the end of the session, and fails then. */
    void follow(ServerRequest request, CallDeadline deadline) throws McpFault {
        List<String> resources = resources(
                McpJson.object(request.parameters(), "notifications").getOrDefault("resourceSubscriptions", List.of()));
        int subscribed = 0;
        try {
            for (String uri : resources) {
                subscribed++;
                if (isFirst(uri)) {
                    ask("resources/subscribe", uri, deadline);
                }
            }
            conversation.follow(new OfResources(request.exchange(), resources), deadline);
        } finally {
            resources.subList(0, subscribed).stream().filter(this::isLast).forEach(this::unsubscribe);
        }
    }

    private static List<String> resources(Object wanted) {
        return wanted instanceof List<?> list
                ? list.stream()
                        .filter(String.class::isInstance)
                        .map(String.class::cast)
                        .distinct()
                        .limit(McpLimits.SUBSCRIPTIONS)
                        .toList()
                : List.of();
    }

    private synchronized boolean isFirst(String uri) {
        return followed.merge(uri, 1, Integer::sum) == 1;
    }

    private synchronized boolean isLast(String uri) {
        return followed.computeIfPresent(uri, (key, count) -> count == 1 ? null : count - 1) == null;
    }

    private void ask(String method, String uri, CallDeadline deadline) throws McpFault {
        if (requests.ask(method, Map.of(URI, uri), Map.of(), ToolExchange.none(), deadline)
                instanceof ServerReply.Refused refused) {
            LOG.log(Level.DEBUG, "an MCP server refused {0}: {1}", method, refused.message());
        }
    }

    /** The thread may be interrupted, so another one tells the server. */
    private void unsubscribe(String uri) {
        if (conversation.isOpen()) {
            Thread.ofVirtual().name("mcp-unsubscribe").start(() -> {
                try {
                    ask("resources/unsubscribe", uri, CallDeadline.in(McpLimits.SEND_TIMEOUT));
                } catch (McpFault unheard) {
                    LOG.log(Level.DEBUG, "a subscription could not be ended: {0}", unheard.words());
                }
            });
        }
    }

    /** Of the changes of resources those that were asked for: others in the session may follow more. */
    private record OfResources(ToolExchange caller, List<String> resources) implements ToolExchange {
        @Override
        public Map<String, Object> parameters() {
            return caller.parameters();
        }

        @Override
        public void notified(String method, Map<String, Object> parameters) {
            // A server may report a part of the resource that was asked for.
            boolean isWanted = !method.equals(UPDATED)
                    || McpJson.text(parameters, URI)
                            .filter(uri -> resources.stream().anyMatch(uri::startsWith))
                            .isPresent();
            if (isWanted) {
                caller.notified(method, parameters);
            }
        }

        @Override
        public Optional<ServerReply> asked(String method, Map<String, Object> parameters) {
            return caller.asked(method, parameters);
        }

        @Override
        public void replied(ServerReply reply) {
            caller.replied(reply);
        }
    }
}
