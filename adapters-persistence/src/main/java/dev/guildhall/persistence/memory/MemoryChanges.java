package dev.guildhall.persistence.memory;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.memory.MemoryId;
import dev.guildhall.ports.memory.MemoryMark;
import dev.guildhall.ports.memory.MemoryStore;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.function.Supplier;

/**
 * Numbers the changes of each user's memories. A transaction that makes one locks the user's row before its first
 * write, so that a higher number never becomes visible before a lower one.
 */
final class MemoryChanges {
    private final Db db;

    MemoryChanges(Db db) {
        this.db = db;
    }

    /**
     * Locks a user's memories until the transaction ends. Locks the account first, as a foreign key would, in the order
     * in which an erasure locks them: either the erasure waits for this transaction, or this transaction finds no
     * account.
     *
     * @return the last change; empty when there is no such account
     */
    Optional<Long> hold(UserId userId) {
        String sql = """
            INSERT INTO memory_owners (user_id, revision, deletions)
            SELECT id, 0, 0 FROM accounts WHERE id = :userId FOR KEY SHARE
            ON CONFLICT (user_id) DO UPDATE SET revision = memory_owners.revision
            RETURNING revision
            """;
        return db.find(sql, Map.of("userId", userId), Long.class);
    }

    /**
     * Adds memories.
     *
     * @param rows writes rows with the number of the change, and returns how many rows it wrote
     */
    int add(UserId userId, LongFunction<Integer> rows) {
        return change(userId, revision -> new Change(rows.apply(revision), 0, 0));
    }

    /**
     * Rewrites a memory.
     *
     * @param row writes the row with the number of the change, and returns how many rows it wrote
     */
    int rewrite(UserId userId, MemoryId id, LongFunction<Integer> row) {
        String sql = """
            DELETE FROM memory_segments WHERE user_id = :userId
                AND number = (SELECT (revision - 1) / %d FROM memories WHERE id = :id AND user_id = :userId)
            """.formatted(MemorySegments.SIZE);
        return change(userId, revision -> {
            int segments = db.update(sql, Map.of("userId", userId, "id", id));
            return new Change(row.apply(revision), 0, segments);
        });
    }

    /** A memory that was deleted, with the number of the change that had written it last. */
    record Deleted(String id, long revision) {}

    /**
     * Deletes memories, with their segments, and notes which ones.
     *
     * @param rows deletes rows
     */
    int delete(UserId userId, Supplier<List<Deleted>> rows) {
        return change(userId, revision -> {
            List<Deleted> deleted = rows.get();
            if (deleted.isEmpty()) {
                return new Change(0, 0, 0);
            }
            note(userId, revision, deleted);
            return new Change(deleted.size(), 1, deleteSegments(userId, deleted));
        });
    }

    private int deleteSegments(UserId userId, List<Deleted> deleted) {
        String sql = """
            DELETE FROM memory_segments WHERE user_id = :userId
                AND number IN (SELECT DISTINCT (revision - 1) / %d FROM unnest(:revisions) AS revision)
            """.formatted(MemorySegments.SIZE);
        Long[] revisions = deleted.stream().map(Deleted::revision).toArray(Long[]::new);
        return db.update(sql, Map.of("userId", userId, "revisions", revisions));
    }

    /** The deletions beyond the limit are forgotten, each as a whole. */
    private void note(UserId userId, long revision, List<Deleted> deleted) {
        String note = """
            INSERT INTO memory_deletions (user_id, revision, memory_id)
            SELECT :userId, :revision, memory_id FROM unnest(:ids) AS memory_id
            """;
        String forget = """
            DELETE FROM memory_deletions WHERE user_id = :userId AND revision <= (
                SELECT revision FROM memory_deletions WHERE user_id = :userId
                ORDER BY revision DESC OFFSET :most LIMIT 1)
            """;
        List<String> ids = deleted.stream().map(Deleted::id).toList();
        db.update(note, Map.of("userId", userId, "revision", revision, "ids", ids));
        db.update(forget, Map.of("userId", userId, "most", MemoryStore.DELETIONS_KEPT));
    }

    /** The memories that were deleted between two states; empty when not all of the deletions are known. */
    Optional<List<MemoryId>> deleted(UserId userId, MemoryMark since, MemoryMark until) {
        String sql = """
            SELECT memory_id, revision FROM memory_deletions
            WHERE user_id = :userId AND revision > :since AND revision <= :until
            """;
        List<Deleted> deleted = db.list(
                sql,
                Map.of("userId", userId, "since", since.revision(), "until", until.revision()),
                (row, _) -> new Deleted(row.getString(1), row.getLong(2)));
        long known = deleted.stream().map(Deleted::revision).distinct().count();
        return known == until.deletions() - since.deletions()
                ? Optional.of(
                        deleted.stream().map(each -> new MemoryId(each.id())).toList())
                : Optional.empty();
    }

    private record Change(int rows, int deletions, int segments) {}

    private int change(UserId userId, LongFunction<Change> rows) {
        return hold(userId)
                .map(last -> {
                    Change change = rows.apply(last + 1);
                    if (change.rows() > 0) {
                        count(userId, change);
                    }
                    return change.rows();
                })
                .orElse(0);
    }

    private void count(UserId userId, Change change) {
        String sql = """
            UPDATE memory_owners SET revision = revision + 1, tracked = tracked + 1,
                deletions = deletions + :deletions, segments = segments - :segments
            WHERE user_id = :userId
            """;
        db.update(sql, Map.of("userId", userId, "deletions", change.deletions(), "segments", change.segments()));
    }

    /**
     * Whether nodes of a version that knows no segments have made changes since the last call: then no segment counts any
     * more.
     */
    boolean track(UserId userId) {
        String sql = """
            UPDATE memory_owners SET tracked = revision, segments = 0
            WHERE user_id = :userId AND revision <> tracked
            """;
        return db.update(sql, Map.of("userId", userId)) > 0;
    }

    void countSegments(UserId userId, int added) {
        db.update(
                "UPDATE memory_owners SET segments = segments + :added WHERE user_id = :userId",
                Map.of("userId", userId, "added", added));
    }

    /** The numbers of a user's last change and deletions. */
    MemoryMark mark(UserId userId) {
        return db.find(
                        "SELECT revision, deletions FROM memory_owners WHERE user_id = :userId",
                        Map.of("userId", userId),
                        (row, _) -> new MemoryMark(row.getLong("revision"), row.getLong("deletions")))
                .orElse(MemoryMark.NONE);
    }
}
