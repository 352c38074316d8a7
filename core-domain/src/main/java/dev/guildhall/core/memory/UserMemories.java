package dev.guildhall.core.memory;

import dev.guildhall.core.config.MemoryLimits;
import dev.guildhall.core.limit.Bulkhead;
import dev.guildhall.core.memory.ranking.MemoryIndex;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.memory.Memory;
import dev.guildhall.ports.memory.MemoryId;
import dev.guildhall.ports.memory.MemoryMark;
import dev.guildhall.ports.memory.MemoryQuery;
import dev.guildhall.ports.memory.MemoryStore;
import dev.guildhall.ports.search.Embedding;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/**
 * The search index of one user's memories, synchronised with the store, which other nodes write too. Superseded
 * memories are left out.
 */
final class UserMemories {
    /** An index with more removed memories than memories, and than this, is built anew. */
    private static final int UNUSED = 1_000;

    private final MemoryStore store;
    private final UserId userId;
    private final Optional<String> model;
    private final MemoryFeed feed;
    private final int changesAtOnce;
    private final Bulkhead updating;

    private volatile MemoryIndex index = new MemoryIndex();
    private volatile boolean tooLarge;
    private long reached;

    /** The state whose deletions the index contains. */
    private MemoryMark deletions = MemoryMark.NONE;

    UserMemories(InstantSource clock, MemoryStore store, UserId userId, Optional<String> model, MemoryLimits limits) {
        this.store = store;
        this.userId = userId;
        this.model = model;
        this.feed = new MemoryFeed(store, userId, model, limits.changesAtOnce());
        this.changesAtOnce = limits.changesAtOnce();
        this.updating = new Bulkhead(1, limits.index().waiting(), clock);
    }

    /** A permit for the thread that catches up, so that changes are read once. */
    Bulkhead updating() {
        return updating;
    }

    MemoryIndex index() {
        return index;
    }

    /** Whether the index would need too much of the heap: it is empty then. */
    boolean isTooLarge() {
        return tooLarge;
    }

    /**
     * What the index lacks.
     *
     * @param now the state of the store
     * @param deleted the memories that were deleted; empty when the store does not know all of them any more
     */
    record Behind(MemoryMark now, Optional<List<MemoryId>> deleted) {}

    /** What the index lacks, to be passed to {@link #catchUp}. */
    Behind behind() {
        MemoryMark now = store.mark(userId);
        boolean isNoneDeleted = index.size() == 0 || isRebuilt(now) || now.deletions() == deletions.deletions();
        return new Behind(now, isNoneDeleted ? Optional.of(List.of()) : store.deleted(userId, deletions, now));
    }

    /** Whether so much must be read that a permit for builds is necessary. */
    boolean isFarBehind(Behind behind) {
        if (isRebuilt(behind.now())) {
            return behind.now().revision() > changesAtOnce;
        }
        boolean readsManyIds = behind.deleted().isEmpty() && index.size() > changesAtOnce;
        return !tooLarge && (behind.now().revision() - reached > changesAtOnce || readsManyIds);
    }

    /** Whether all memories are read anew: those of an index that was too large may be few enough after a deletion. */
    private boolean isRebuilt(MemoryMark now) {
        return tooLarge ? now.deletions() != deletions.deletions() : now.revision() < reached || isWasteful();
    }

    private boolean isWasteful() {
        return index.unused() > UNUSED + index.size();
    }

    /** Receives the size of the index after each step, and returns whether it may be as large. */
    interface Bound {
        boolean permits(long bytes);
    }

    /**
     * Reads the changes, for one thread at once, which has read what the index lacks too, so that it never goes back. When
     * all ids are read, then after the changes, so that an indexed memory that is not among them was deleted.
     */
    void catchUp(Behind behind, Bound bound) {
        MemoryMark now = behind.now();
        if (isRebuilt(now)) {
            index = new MemoryIndex();
            reached = 0;
            tooLarge = false;
        }
        if (tooLarge) {
            return;
        }
        if (index.size() == 0) {
            deletions = now;
        }
        if (reached < now.revision()) {
            feed.read(index, reached, now.revision(), revision -> {
                reached = revision;
                tooLarge = !bound.permits(index.bytes());
                return !tooLarge;
            });
        }
        if (tooLarge) {
            index = new MemoryIndex();
        } else if (deletions.deletions() != now.deletions()) {
            behind.deleted().ifPresentOrElse(index::remove, () -> index.retain(store.ids(userId)));
            deletions = now;
        }
    }

    /** Reads all memories into an index for one search, which keeps only what the search needs. */
    MemoryIndex readFor(MemoryQuery query, Optional<Embedding> embedding) {
        MemoryIndex ofQuery = MemoryIndex.of(query, embedding);
        feed.read(ofQuery, 0, store.mark(userId).revision(), revision -> true);
        return ofQuery;
    }

    /** The memories without an embedding, when there is an embedder; none when they are more than so many. */
    List<Memory> withoutEmbedding(int most) {
        if (model.isEmpty()) {
            return List.of();
        }
        List<MemoryId> unknown = index.withoutEmbedding(most + 1);
        return unknown.isEmpty() || unknown.size() > most ? List.of() : store.find(unknown);
    }
}
