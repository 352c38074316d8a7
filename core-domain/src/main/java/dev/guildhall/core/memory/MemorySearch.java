package dev.guildhall.core.memory;

import dev.guildhall.core.memory.ranking.ScoredHit;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.memory.Memory;
import dev.guildhall.ports.memory.MemoryHit;
import dev.guildhall.ports.memory.MemoryQuery;
import dev.guildhall.ports.memory.MemoryStore;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;

/**
 * Finds memories, in an index of each user's that is made when the user first searches and brought up to date at every
 * search. Indexes that nobody has used the longest are given up when there are too many memories in all. Thread-safe.
 */
public final class MemorySearch {
    private static final float LOAD = 0.75f;

    /** What an index costs besides its memories, in memories: so that the number of empty ones is bounded too. */
    private static final int COST_OF_USER = 8;

    /** How many meanings a search waits for; where more are missing, it is the upkeep's turn. */
    private static final int FEW = 16;

    /** How many glances ask the embedder at once: about a tenth of a second for the last of them. */
    private static final int GLANCES = 8;

    private final MemoryStore store;
    private final MemoryEmbeddings meanings;
    private final MissingEmbeddings missing;
    private final Semaphore glances = new Semaphore(GLANCES);
    private final MemoryLimits limits;
    private final Map<UserId, Held> indexes = new LinkedHashMap<>(16, LOAD, true);
    private long held;

    /**
     * An index that is held.
     *
     * @param cost what it counts
     */
    private record Held(UserMemories index, long cost) {}

    public MemorySearch(MemoryStore store, MemoryEmbeddings meanings, MemoryLimits limits) {
        this.store = store;
        this.meanings = meanings;
        this.missing = new MissingEmbeddings(store, meanings);
        this.limits = limits;
    }

    /**
     * A hit, and where it stands.
     *
     * @param weighed the hit, and what speaks for it
     * @param beside what was said right after it in its conversation, and then what right before it; empty when there is
     *     neither
     */
    public record Placed(ScoredHit weighed, List<Memory> beside) {
        public Placed {
            beside = List.copyOf(beside);
        }

        /** The hit alone. */
        public MemoryHit hit() {
            return weighed.hit();
        }
    }

    /**
     * The memories of a user that fit a query, best first. What was stored a moment ago is understood before. Asks the
     * embedder: never in a transaction.
     */
    public List<MemoryHit> search(UserId userId, MemoryQuery query) {
        UserMemories index = upToDate(userId);
        List<Memory> unknown = index.withoutMeaning();
        if (!unknown.isEmpty() && unknown.size() <= FEW && missing.learn(unknown)) {
            index.catchUp();
        }
        return index.search(query, meanings.of(index.toEmbed(query)));
    }

    /**
     * As {@link #search}, with what stands beside each, for who cannot wait: what was stored a moment ago may be found by
     * its words alone, and while many ask the embedder at once, everything is.
     */
    public List<Placed> glance(UserId userId, MemoryQuery query) {
        UserMemories index = upToDate(userId);
        if (!glances.tryAcquire()) {
            return placed(index, index.weighed(query, Optional.empty()));
        }
        try {
            return placed(index, index.weighed(query, meanings.of(index.toEmbed(query))));
        } finally {
            glances.release();
        }
    }

    private UserMemories upToDate(UserId userId) {
        UserMemories index = indexOf(userId);
        index.catchUp();
        weigh(userId, index);
        return index;
    }

    private static List<Placed> placed(UserMemories index, List<ScoredHit> hits) {
        return hits.stream()
                .map(hit -> new Placed(hit, index.beside(hit.hit().memory().id())))
                .toList();
    }

    private UserMemories indexOf(UserId userId) {
        synchronized (indexes) {
            Held known = indexes.get(userId);
            if (known != null) {
                return known.index();
            }
            UserMemories index = new UserMemories(store, userId, meanings.model(), limits.changesAtOnce());
            indexes.put(userId, new Held(index, 0));
            return index;
        }
    }

    /** Counts what an index holds by now, and makes room. The one in use stays, however large it is. */
    private void weigh(UserId userId, UserMemories index) {
        long cost = (long) COST_OF_USER + index.size();
        synchronized (indexes) {
            Held known = indexes.get(userId);
            if (known == null || known.index() != index) {
                return;
            }
            indexes.put(userId, new Held(index, cost));
            held += cost - known.cost();
            var eldest = indexes.values().iterator();
            while (held > limits.memoriesHeld() && indexes.size() > 1) {
                held -= eldest.next().cost();
                eldest.remove();
            }
        }
    }

    /** How many users' memories are held. */
    int usersHeld() {
        synchronized (indexes) {
            return indexes.size();
        }
    }
}
