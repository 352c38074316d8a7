package dev.guildhall.core.memory;

import dev.guildhall.core.cache.WeightedCache;
import dev.guildhall.core.memory.ranking.MemoryIndex;
import dev.guildhall.core.memory.ranking.ScoredHit;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.memory.Memory;
import dev.guildhall.ports.memory.MemoryHit;
import dev.guildhall.ports.memory.MemoryQuery;
import dev.guildhall.ports.memory.MemoryStore;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;

/**
 * Searches memories, in an index of each user that is built at the user's first search and updated at every search. The
 * least recently used indexes are dropped when they hold too many memories in total. Thread-safe.
 */
public final class MemorySearch {
    /** The fixed cost of an index, in memories: so that the number of empty ones is bounded too. */
    private static final int COST_OF_USER = 8;

    /** How many embeddings a search computes itself; when more are missing, {@link MemoryMaintenance} computes them. */
    private static final int FEW = 16;

    /** How many glances ask the embedder at once: the last of them waits about a tenth of a second. */
    private static final int GLANCES = 8;

    private final MemoryStore store;
    private final MemoryEmbeddings meanings;

    private final Semaphore glances = new Semaphore(GLANCES);
    private final MemoryLimits limits;
    private final WeightedCache<UserId, UserMemories> indexes;

    public MemorySearch(MemoryStore store, MemoryEmbeddings meanings, MemoryLimits limits) {
        this.store = store;
        this.meanings = meanings;

        this.limits = limits;
        this.indexes = new WeightedCache<>(limits.memoriesHeld());
    }

    /** A hit with the turn after it in its conversation, and then the turn before it, as far as they exist. */
    public record Placed(ScoredHit weighed, List<Memory> beside) {
        public Placed {
            beside = List.copyOf(beside);
        }

        public MemoryHit hit() {
            return weighed.hit();
        }
    }

    /**
     * The memories of a user that match a query, best first. Computes missing embeddings of the latest memories first.
     * Asks the embedder: never call it in a transaction.
     */
    public List<MemoryHit> search(UserId userId, MemoryQuery query) {
        UserMemories memories = upToDate(userId);
        List<Memory> unknown = memories.withoutMeaning();
        if (!unknown.isEmpty() && unknown.size() <= FEW && meanings.learn(store, unknown)) {
            memories.catchUp();
        }
        MemoryIndex index = memories.index();
        return index.search(query, meanings.of(index.toEmbed(query.text())));
    }

    /**
     * As {@link #search}, with the neighbours of each hit, for callers that cannot wait: the latest memories may be
     * found only by their words, and while many callers ask the embedder at once, all memories are.
     */
    public List<Placed> glance(UserId userId, MemoryQuery query) {
        MemoryIndex index = upToDate(userId).index();
        if (!glances.tryAcquire()) {
            return placed(index, index.weighed(query, Optional.empty()));
        }
        try {
            return placed(index, index.weighed(query, meanings.of(index.toEmbed(query.text()))));
        } finally {
            glances.release();
        }
    }

    private UserMemories upToDate(UserId userId) {
        UserMemories memories =
                indexes.get(userId, user -> new UserMemories(store, user, meanings.model(), limits.changesAtOnce()));
        memories.catchUp();
        indexes.weigh(userId, memories, (long) COST_OF_USER + memories.index().size());
        return memories;
    }

    private static List<Placed> placed(MemoryIndex index, List<ScoredHit> hits) {
        return hits.stream()
                .map(hit -> new Placed(hit, index.beside(hit.hit().memory().id())))
                .toList();
    }

    int usersHeld() {
        return indexes.size();
    }
}
