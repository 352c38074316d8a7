package dev.guildhall.persistence.memory;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.memory.MemoryMark;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongFunction;

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
        return db.find(sql, Map.of("userId", userId), (row, _) -> row.getLong(1));
    }

    /**
     * Makes a change that deletes no memory.
     *
     * @param rows writes rows with the number of the change, and returns how many rows it wrote
     */
    int write(UserId userId, LongFunction<Integer> rows) {
        return change(userId, rows, 0);
    }

    /**
     * Makes a change that deletes memories.
     *
     * @param rows deletes rows, and returns how many rows it deleted
     */
    int delete(UserId userId, LongFunction<Integer> rows) {
        return change(userId, rows, 1);
    }

    private int change(UserId userId, LongFunction<Integer> rows, int deletions) {
        return hold(userId)
                .map(last -> {
                    int changed = rows.apply(last + 1);
                    if (changed > 0) {
                        count(userId, deletions);
                    }
                    return changed;
                })
                .orElse(0);
    }

    private void count(UserId userId, int deletions) {
        String sql = """
            UPDATE memory_owners SET revision = revision + 1, deletions = deletions + :deletions
            WHERE user_id = :userId
            """;
        db.update(sql, Map.of("deletions", deletions, "userId", userId));
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
