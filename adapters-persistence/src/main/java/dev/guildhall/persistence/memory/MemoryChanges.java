package dev.guildhall.persistence.memory;

import dev.guildhall.ports.UserId;
import dev.guildhall.ports.memory.MemoryMark;
import java.util.Optional;
import java.util.function.LongFunction;
import org.jdbi.v3.core.Handle;

/**
 * Numbers the changes of each user's memories. A transaction that makes one locks the user's row before its first
 * write, so that a higher number never becomes visible before a lower one.
 */
final class MemoryChanges {
    private MemoryChanges() {}

    /**
     * Locks a user's memories until the transaction ends. Locks the account first, as a foreign key would, in the order
     * in which an erasure locks them: either the erasure waits for this transaction, or this transaction finds no
     * account.
     *
     * @return the last change; empty when there is no such account
     */
    static Optional<Long> hold(Handle handle, UserId userId) {
        String sql = """
            INSERT INTO memory_owners (user_id, revision, deletions)
            SELECT id, 0, 0 FROM users WHERE id = :userId FOR KEY SHARE
            ON CONFLICT (user_id) DO UPDATE SET revision = memory_owners.revision
            RETURNING revision
            """;
        return handle.createQuery(sql)
                .bind("userId", userId.value())
                .mapTo(Long.class)
                .findOne();
    }

    /**
     * Makes a change that deletes no memory.
     *
     * @param rows writes rows with the number of the change, and returns how many rows it wrote
     */
    static int write(Handle handle, UserId userId, LongFunction<Integer> rows) {
        return change(handle, userId, rows, 0);
    }

    /**
     * Makes a change that deletes memories.
     *
     * @param rows deletes rows, and returns how many rows it deleted
     */
    static int delete(Handle handle, UserId userId, LongFunction<Integer> rows) {
        return change(handle, userId, rows, 1);
    }

    private static int change(Handle handle, UserId userId, LongFunction<Integer> rows, int deletions) {
        return hold(handle, userId)
                .map(last -> {
                    int changed = rows.apply(last + 1);
                    if (changed > 0) {
                        count(handle, userId, deletions);
                    }
                    return changed;
                })
                .orElse(0);
    }

    private static void count(Handle handle, UserId userId, int deletions) {
        String sql = """
            UPDATE memory_owners SET revision = revision + 1, deletions = deletions + :deletions
            WHERE user_id = :userId
            """;
        handle.createUpdate(sql)
                .bind("deletions", deletions)
                .bind("userId", userId.value())
                .execute();
    }

    /** The numbers of a user's last change and deletions. */
    static MemoryMark mark(Handle handle, UserId userId) {
        return handle.createQuery("SELECT revision, deletions FROM memory_owners WHERE user_id = :userId")
                .bind("userId", userId.value())
                .map((row, context) -> new MemoryMark(row.getLong("revision"), row.getLong("deletions")))
                .findOne()
                .orElse(MemoryMark.NONE);
    }
}
