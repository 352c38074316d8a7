package dev.guildhall.http.mcp;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.tool.Tool;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Detects changes to the tools of callers by a digest of each list, which is the same on every node. The streams of one
 * caller share a digest that is at most {@link #MAX_AGE} old.
 */
final class ToolListVersions {
    static final Duration MAX_AGE = Duration.ofSeconds(2);

    private static final int DIGITS = 32;

    /** A user, and what an address shows. */
    private record Seen(Caller.User user, McpView view) {}

    private record Version(String digest, long at) {}

    private final class Shared {
        private final Seen user;
        private final ReentrantLock lock = new ReentrantLock();
        private int readers;
        private Optional<Version> last = Optional.empty();

        private Shared(Seen user) {
            this.user = user;
        }

        private String current() {
            lock.lock();
            try {
                Version version = last.filter(known -> System.nanoTime() - known.at() < MAX_AGE.toNanos())
                        .orElseGet(() -> new Version(digest(user), System.nanoTime()));
                last = Optional.of(version);
                return version.digest();
            } finally {
                lock.unlock();
            }
        }
    }

    /** One stream's view of the list. */
    final class Reader implements AutoCloseable {
        private final Shared shared;

        private Reader(Shared shared) {
            this.shared = shared;
        }

        String current() {
            return shared.current();
        }

        @Override
        public void close() {
            lists.computeIfPresent(shared.user, (user, list) -> --list.readers == 0 ? null : list);
        }
    }

    private final McpCatalogue catalogue;
    private final AssistantTools assistants;
    private final Map<Seen, Shared> lists = new ConcurrentHashMap<>();

    ToolListVersions(McpCatalogue catalogue, AssistantTools assistants) {
        this.catalogue = catalogue;
        this.assistants = assistants;
    }

    Reader open(Peer peer) {
        return new Reader(lists.compute(new Seen(peer.user(), peer.view()), (key, known) -> {
            Shared shared = known == null ? new Shared(key) : known;
            shared.readers++;
            return shared;
        }));
    }

    private String digest(Seen seen) {
        MessageDigest digest = sha256();
        catalogue
                .all(seen.user(), seen.view())
                .values()
                .forEach(tool -> digest.update(facts(tool).getBytes(StandardCharsets.UTF_8)));
        assistants
                .all(seen.user(), seen.view())
                .forEach((name, assistant) ->
                        digest.update((name + "\0" + assistant.description() + "\0").getBytes(StandardCharsets.UTF_8)));
        return HexFormat.of().formatHex(digest.digest()).substring(0, DIGITS);
    }

    /** The parameters of a tool change only with its identifier or its version. */
    private static String facts(Tool tool) {
        return String.join(
                "\0",
                tool.id().value(),
                tool.definition().name().value(),
                tool.definition().version().value(),
                tool.definition().description().value(),
                "\0");
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
