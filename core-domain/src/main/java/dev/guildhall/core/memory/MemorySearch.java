package dev.guildhall.core.memory;

import dev.guildhall.core.cache.WeightedCache;
import dev.guildhall.core.config.MemoryLimits;
import dev.guildhall.core.limit.Permit;
import dev.guildhall.core.limit.UserBulkhead;
import dev.guildhall.core.memory.ranking.MemoryIndex;
import dev.guildhall.core.memory.ranking.ScoredHit;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.memory.Memory;
import dev.guildhall.ports.memory.MemoryFilter;
import dev.guildhall.ports.memory.MemoryHit;
import dev.guildhall.ports.memory.MemoryId;
import dev.guildhall.ports.memory.MemoryQuery;
import dev.guildhall.ports.memory.MemoryStore;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.search.Embedding;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.stream.Stream;

/**
 * Searches memories, in an index of each user that is built at the user's first search and updated at every search. The
 * least recently used indexes are dropped when they need too much of the heap in total. Refuses with
 * {@code CommonProblem.Unavailable} when too many searches wait.
 */
public final class MemorySearch {
    /** The fixed cost of an index, in bytes: so that the number of empty ones is bounded too. */
    private static final int COST_OF_USER = 8_192;

    /** How many embeddings a search computes itself; when more are missing, {@link MemoryMaintenance} computes them. */
    private static final int FEW = 16;

    /** How many glances ask the embedder at once: the last of them waits about a tenth of a second. */
    private static final int GLANCES = 8;

    private static final CommonProblem BUSY = new CommonProblem.Unavailable("search of memories", "is busy");

    private final MemoryStore store;
    private final MemoryEmbeddings embeddings;

    private final Semaphore glances = new Semaphore(GLANCES);
    private final MemoryLimits limits;
    private final InstantSource clock;
    private final WeightedCache<UserId, UserMemories> indexes;
    private final UserBulkhead builds;
    private final UserBulkhead searches;

    public MemorySearch(InstantSource clock, MemoryStore store, MemoryEmbeddings embeddings, MemoryLimits limits) {
        this.clock = clock;
        this.store = store;
        this.embeddings = embeddings;

        this.limits = limits;
        MemoryLimits.Index index = limits.index();
        this.indexes = new WeightedCache<>(index.bytes());
        this.builds = new UserBulkhead(index.builds(), index.searchesOfUser(), index.waiting(), clock);
        this.searches = new UserBulkhead(index.searches(), index.searchesOfUser(), index.waiting(), clock);
    }

    /** A hit with the turn after it in its conversation, and then the turn before it, as far as they exist. */
    public record Placed(ScoredHit weighed, MemoryHit hit, List<Memory> beside) {
        public Placed {
            beside = List.copyOf(beside);
        }
    }

    /**
     * The memories of a user that match a query, best first. Computes missing embeddings of the latest memories first.
     * Asks the embedder: never call it in a transaction.
     *
     * @param countsFor the user for whose share of the concurrent searches it counts
     */
    public List<MemoryHit> search(UserId countsFor, UserId userId, MemoryQuery query) {
        UpToDate current = upToDate(countsFor, userId);
        List<Memory> unknown = current.memories().withoutEmbedding(FEW);
        if (!unknown.isEmpty() && embeddings.learn(store, unknown)) {
            current = upToDate(countsFor, userId);
        }
        List<ScoredHit> hits =
                ranked(countsFor, current, query, embeddings.of(current.index().toEmbed(query.text())));
        Map<MemoryId, Memory> found = read(hits.stream().map(ScoredHit::id));
        return hits.stream()
                .filter(hit -> isFound(hit, found, query))
                .map(hit -> hit(hit, found))
                .toList();
    }

    /**
     * As {@link #search}, with the neighbours of each hit, for callers that cannot wait: the latest memories may be
     * found only by their words, and while many callers ask the embedder at once, all memories are. None are found when
     * too many searches wait.
     */
    public List<Placed> glance(UserId countsFor, UserId userId, MemoryQuery query) {
        List<ScoredHit> hits;
        try {
            UpToDate current = upToDate(countsFor, userId);
            hits = ranked(countsFor, current, query, glanced(current.index().toEmbed(query.text())));
        } catch (Refusal refusal) {
            if (refusal.problem().equals(BUSY)) {
                return List.of();
            }
            throw refusal;
        }
        Map<MemoryId, Memory> found =
                read(hits.stream().flatMap(hit -> Stream.concat(Stream.of(hit.id()), hit.beside().stream())));
        return hits.stream()
                .filter(hit -> isFound(hit, found, query))
                .map(hit -> new Placed(hit, hit(hit, found), beside(hit, found)))
                .toList();
    }

    private Optional<Embedding> glanced(String query) {
        if (!glances.tryAcquire()) {
            return Optional.empty();
        }
        try {
            return embeddings.of(query);
        } finally {
            glances.release();
        }
    }

    /** The memories of a user, and the complete index of them: a later search may begin to build another one. */
    private record UpToDate(UserMemories memories, MemoryIndex index, boolean isTooLarge) {}

    @SuppressWarnings("try") // The permits are only held.
    private UpToDate upToDate(UserId countsFor, UserId userId) {
        UserMemories memories =
                indexes.get(userId, user -> new UserMemories(clock, store, user, embeddings.model(), limits));
        try (Permit updating = memories.updating().enter(limits.index().within(), BUSY)) {
            UserMemories.Behind behind = memories.behind();
            if (memories.isFarBehind(behind)) {
                try (Permit permit = builds.enter(countsFor, updating.rest(), BUSY, BUSY)) {
                    catchUp(userId, memories, behind);
                }
            } else {
                catchUp(userId, memories, behind);
            }
            return new UpToDate(memories, memories.index(), memories.isTooLarge());
        }
    }

    private void catchUp(UserId userId, UserMemories memories, UserMemories.Behind behind) {
        memories.catchUp(behind, bytes -> {
            indexes.weigh(userId, memories, COST_OF_USER + bytes);
            return bytes <= limits.index().bytesOfUser();
        });
        indexes.weigh(userId, memories, COST_OF_USER + memories.index().bytes());
    }

    /** The best hits; an index that is too large to be kept is read for this search alone. */
    @SuppressWarnings("try") // The permit is only held.
    private List<ScoredHit> ranked(
            UserId countsFor, UpToDate current, MemoryQuery query, Optional<Embedding> embedding) {
        UserBulkhead bulkhead = current.isTooLarge() ? builds : searches;
        try (Permit permit = bulkhead.enter(countsFor, limits.index().within(), BUSY, BUSY)) {
            MemoryIndex index = current.isTooLarge() ? current.memories().readFor(query, embedding) : current.index();
            return index.search(query, embedding);
        }
    }

    private Map<MemoryId, Memory> read(Stream<MemoryId> ids) {
        Map<MemoryId, Memory> found = new HashMap<>();
        store.find(ids.distinct().toList()).forEach(memory -> found.put(memory.id(), memory));
        return found;
    }

    /** Not a memory that was deleted or superseded in the meantime. */
    private static boolean isFound(ScoredHit hit, Map<MemoryId, Memory> found, MemoryQuery query) {
        return Optional.ofNullable(found.get(hit.id()))
                .filter(query.filter()::test)
                .isPresent();
    }

    private static MemoryHit hit(ScoredHit hit, Map<MemoryId, Memory> found) {
        return new MemoryHit(Objects.requireNonNull(found.get(hit.id())), hit.score(), hit.parts());
    }

    private static List<Memory> beside(ScoredHit hit, Map<MemoryId, Memory> found) {
        return hit.beside().stream()
                .flatMap(id -> Optional.ofNullable(found.get(id)).stream())
                .filter(MemoryFilter.ALL::test)
                .toList();
    }

    int usersHeld() {
        return indexes.size();
    }
}
