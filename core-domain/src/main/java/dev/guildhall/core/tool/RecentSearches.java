package dev.guildhall.core.tool;

import dev.guildhall.ports.UserId;
import dev.guildhall.ports.tool.ToolName;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What was looked for a moment ago on this node, and found: a tool that is executed then was what the query meant.
 * Thread-safe.
 */
final class RecentSearches {
    private static final Duration MEMORY = Duration.ofMinutes(10);
    private static final int MOST_USERS = 10_000;
    private static final int MOST_OF_USER = 10;

    /** A search that found something. */
    private record Search(String query, Set<ToolName> found, Instant at) {}

    private final InstantSource clock;
    private final Map<UserId, Deque<Search>> byUser = new LinkedHashMap<>(64, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<UserId, Deque<Search>> eldest) {
            return size() > MOST_USERS;
        }
    };

    RecentSearches(InstantSource clock) {
        this.clock = clock;
    }

    void note(UserId user, String query, List<ToolName> found) {
        if (found.isEmpty()) {
            return;
        }
        synchronized (byUser) {
            Deque<Search> searches = byUser.computeIfAbsent(user, fresh -> new ArrayDeque<>());
            searches.addFirst(new Search(query, Set.copyOf(found), clock.instant()));
            if (searches.size() > MOST_OF_USER) {
                searches.removeLast();
            }
        }
    }

    /** The latest query that found a tool, unless that is long ago. */
    Optional<String> queryFor(UserId user, ToolName tool) {
        Instant earliest = clock.instant().minus(MEMORY);
        synchronized (byUser) {
            return Optional.ofNullable(byUser.get(user)).stream()
                    .flatMap(Deque::stream)
                    .filter(search ->
                            search.at().isAfter(earliest) && search.found().contains(tool))
                    .map(Search::query)
                    .findFirst();
        }
    }

    /** Forgets what a user looked for that found a tool. */
    void forget(UserId user, ToolName tool) {
        synchronized (byUser) {
            Optional.ofNullable(byUser.get(user))
                    .ifPresent(searches ->
                            searches.removeIf(search -> search.found().contains(tool)));
        }
    }
}
