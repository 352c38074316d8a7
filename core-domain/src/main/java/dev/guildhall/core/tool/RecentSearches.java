package dev.guildhall.core.tool;

import dev.guildhall.core.cache.WeightedCache;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.search.TextEmbedding;
import dev.guildhall.ports.tool.ToolName;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The latest searches of users on this node. A tool that is executed soon after a search is assumed to be what the
 * query meant, whether the search found it or should have found it. A search teaches each of its tools once.
 */
final class RecentSearches {
    private static final Duration MEMORY = Duration.ofMinutes(10);

    /** How long after a search an executed tool that it did not find is assumed to be what it should have found. */
    private static final Duration MISSED_WITHIN = Duration.ofMinutes(2);

    /** The fixed cost of a user, in bytes: so that the number of users without any search is bounded too. */
    private static final int COST_OF_USER = 512;

    private static final int COST_OF_SEARCH = 256;
    private static final int COST_OF_TOOL = 128;
    private static final int MOST_OF_USER = 10;

    /** The text of a search, and its embedding if it has one. */
    record Query(String text, Optional<TextEmbedding> embedding) {}

    private record Search(Query query, Set<ToolName> found, Set<ToolName> executed, Instant at) {}

    private final InstantSource clock;
    private final WeightedCache<UserId, Deque<Search>> byUser;

    /** Remembers searches of all users up to about so many bytes of the heap. */
    RecentSearches(InstantSource clock, long mostBytes) {
        this.clock = clock;
        this.byUser = new WeightedCache<>(mostBytes);
    }

    void note(UserId user, Query query, List<ToolName> found) {
        synchronized (byUser) {
            Deque<Search> searches = byUser.get(user, fresh -> new ArrayDeque<>());
            searches.addFirst(new Search(query, Set.copyOf(found), new HashSet<>(), clock.instant()));
            if (searches.size() > MOST_OF_USER) {
                searches.removeLast();
            }
            weigh(user, searches);
        }
    }

    private void weigh(UserId user, Deque<Search> searches) {
        long bytes = searches.stream()
                .mapToLong(search -> COST_OF_SEARCH
                        + (long) Character.BYTES * search.query().text().length()
                        + Float.BYTES
                                * search.query()
                                        .embedding()
                                        .map(embedding ->
                                                (long) embedding.embedding().dimensions())
                                        .orElse(0L)
                        + (long) COST_OF_TOOL
                                * (search.found().size() + search.executed().size()))
                .sum();
        byUser.weigh(user, searches, COST_OF_USER + bytes);
    }

    /**
     * Records that a tool was executed, and returns the query that led to it for the first time. That is the query of
     * the last search, whether or not it found the tool, when no tool has been executed after it and it is not older
     * than two minutes; otherwise that of the last search that found the tool, unless the tool was executed after that
     * already.
     */
    Optional<Query> executed(UserId user, ToolName tool) {
        synchronized (byUser) {
            Deque<Search> searches = byUser.get(user, fresh -> new ArrayDeque<>());
            searches.removeIf(search -> isOlder(search, MEMORY));
            Optional<Search> answered = Optional.ofNullable(searches.peekFirst())
                    .filter(last -> last.executed().isEmpty() && !isOlder(last, MISSED_WITHIN))
                    .or(() -> searches.stream()
                            .filter(search -> search.found().contains(tool))
                            .findFirst()
                            .filter(search -> !search.executed().contains(tool)));
            answered.ifPresent(search -> search.executed().add(tool));
            weigh(user, searches);
            return answered.map(Search::query);
        }
    }

    private boolean isOlder(Search search, Duration age) {
        return !search.at().isAfter(clock.instant().minus(age));
    }

    /** Removes the searches of a user that found a tool. */
    void forget(UserId user, ToolName tool) {
        synchronized (byUser) {
            Deque<Search> searches = byUser.get(user, fresh -> new ArrayDeque<>());
            searches.removeIf(search -> search.found().contains(tool));
            weigh(user, searches);
        }
    }
}
