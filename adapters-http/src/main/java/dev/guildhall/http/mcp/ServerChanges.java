package dev.guildhall.http.mcp;

import dev.guildhall.ports.Backoff;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.ToolProblem;
import dev.guildhall.ports.tool.ServerReply;
import dev.guildhall.ports.tool.ServerRequests;
import dev.guildhall.ports.tool.ToolExchange;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** What imported servers report of their changes while they are followed, each on a thread of its own. */
final class ServerChanges implements AutoCloseable {
    static final String TOOLS = "toolsListChanged";
    static final String TOOLS_CHANGED = "notifications/tools/list_changed";
    static final String RESOURCES = "resourceSubscriptions";

    /** The notifications by the names with which a client asks for them. */
    static final Map<String, String> KINDS = Map.of(
            TOOLS_CHANGED,
            TOOLS,
            "notifications/prompts/list_changed",
            "promptsListChanged",
            "notifications/resources/list_changed",
            "resourcesListChanged",
            "notifications/resources/updated",
            RESOURCES);

    /** What is reported of all servers together; the address of a resource has no meaning without its server. */
    private static final Set<String> OF_ALL = Set.of("promptsListChanged", "resourcesListChanged");

    /** The most servers that one stream follows, and that all streams of a node follow together. */
    private static final int MOST_SERVERS = 16;

    private static final Semaphore PLACES = new Semaphore(2_000);

    /** The most changes that wait for a slow client; later ones are dropped. */
    private static final int MAX_WAITING = 256;

    /** How long to wait after a stream has ended; it counts anew after one that was longer than the longest wait. */
    private static final Backoff PAUSES = Backoff.doubling(Duration.ofSeconds(1), Duration.ofMinutes(1));

    private static final Logger LOG = System.getLogger(ServerChanges.class.getName());

    record Change(String method, Map<String, Object> params) {}

    private final BlockingQueue<Change> changes = new LinkedBlockingQueue<>();
    private final List<Thread> followers = new ArrayList<>();

    /** Whether a view can report what is asked for under that name. */
    static boolean has(McpView view, String name) {
        return view.only().isPresent() ? KINDS.containsValue(name) : name.equals(TOOLS) || OF_ALL.contains(name);
    }

    /**
     * Follows the one server that a client sees, or those of which it sees everything together.
     *
     * @param wanted what is asked for, by the names of {@link #KINDS}
     */
    static ServerChanges follow(ServerRequests servers, Peer peer, Map<String, Object> wanted) {
        ServerChanges followed = new ServerChanges();
        Map<String, Object> asked = new LinkedHashMap<>(wanted);
        if (peer.view().only().isEmpty()) {
            asked.keySet().retainAll(OF_ALL);
        }
        List<IntegrationName> all = peer.view().only().map(List::of).orElseGet(() -> servers.servers(peer.user()));
        if (!asked.isEmpty()) {
            all.stream().limit(MOST_SERVERS).forEach(server -> followed.begin(servers, peer, server, asked));
        }
        return followed;
    }

    private void begin(ServerRequests servers, Peer peer, IntegrationName server, Map<String, Object> wanted) {
        if (!PLACES.tryAcquire()) {
            LOG.log(Level.INFO, "{0} is not followed: this node follows too many servers", server);
            return;
        }
        followers.add(Thread.ofVirtual().name("mcp-listen").start(() -> {
            try {
                run(servers, peer, server, wanted);
            } finally {
                PLACES.release();
            }
        }));
    }

    /** A stream that ends is opened anew, until the client disconnects or the server refuses it. */
    private void run(ServerRequests servers, Peer peer, IntegrationName server, Map<String, Object> wanted) {
        try {
            int ends = 0;
            long begun = System.nanoTime();
            while (isEnded(servers, peer, server, wanted)) {
                boolean wasLong = System.nanoTime() - begun > PAUSES.longest().toNanos();
                ends = wasLong ? 1 : ends + 1;
                TimeUnit.NANOSECONDS.sleep(PAUSES.after(ends).toNanos());
                begun = System.nanoTime();
            }
        } catch (InterruptedException left) {
            Thread.currentThread().interrupt();
        }
    }

    /** Follows the server until its stream ends; returns whether it may be opened anew. */
    private boolean isEnded(ServerRequests servers, Peer peer, IntegrationName server, Map<String, Object> wanted) {
        try {
            ServerReply end = servers.ask(
                    peer.user(),
                    server,
                    NewerRequests.LISTEN,
                    Map.of("notifications", wanted),
                    new Listener(wanted.keySet(), changes));
            LOG.log(Level.DEBUG, "{0} ended its stream of changes: {1}", server, end);
            return end instanceof ServerReply.Result;
        } catch (Refusal unavailable) {
            LOG.log(
                    Level.DEBUG,
                    "{0} reports no changes: {1}",
                    server,
                    unavailable.problem().message());
            return unavailable.problem() instanceof ToolProblem.IntegrationUnavailable;
        }
    }

    /** Passes on what was asked for, and nothing else. */
    private record Listener(Set<String> wanted, BlockingQueue<Change> changes) implements ToolExchange {
        @Override
        public Map<String, Object> parameters() {
            return Map.of();
        }

        @Override
        public void notified(String method, Map<String, Object> parameters) {
            boolean isWanted = Optional.ofNullable(KINDS.get(method))
                    .filter(wanted::contains)
                    .isPresent();
            if (isWanted && changes.size() < MAX_WAITING) {
                changes.add(new Change(method, parameters));
            }
        }

        @Override
        public Optional<ServerReply> asked(String method, Map<String, Object> parameters) {
            return Optional.of(ToolExchange.unanswered(method));
        }

        @Override
        public void replied(ServerReply reply) {
            // The stream has ended.
        }
    }

    /** The next change; empty when there is none within that time. */
    Optional<Change> next(Duration longest) throws InterruptedException {
        return Optional.ofNullable(changes.poll(longest.toMillis(), TimeUnit.MILLISECONDS));
    }

    @Override
    public void close() {
        followers.forEach(Thread::interrupt);
    }
}
