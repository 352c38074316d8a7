package dev.guildhall.persistence.account;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.ports.UserId;
import java.util.List;
import java.util.Map;

/**
 * Ends accounts, and removes what belonged to them in batches. The row of an account stays until the rest is removed:
 * foreign keys refer to it, the last statement deletes it, and until then another node can go on.
 */
final class AccountRemoval {
    /** How many parents a statement removes children of. */
    private static final int PARENTS = 50;

    /** What a removed account loses at once: limits bound each of it, so the transaction is short. */
    private static final List<String> AT_ONCE = List.of(
            "UPDATE groups SET service_account_id = NULL WHERE service_account_id = :id",
            "DELETE FROM profiles WHERE user_id = :id",
            "DELETE FROM identities WHERE user_id = :id",
            "DELETE FROM api_keys WHERE user_id = :id",
            "DELETE FROM task_queue WHERE owner = :id");

    /**
     * Waits for the transactions that write rows for the account; later ones find no account. The address is of a
     * reserved domain (RFC 2606), as those of service accounts are.
     */
    private static final String MARK = """
        UPDATE users SET removed_at = now(), email = id || '@removed.invalid', email_verified = false,
            password_hash = NULL, disabled = true, roles = '{}'
        WHERE id = :id AND removed_at IS NULL
        """;

    /** A node that purges the account at the moment has the lock. */
    private static final String HOLD = """
        SELECT 1 FROM users WHERE id = :id AND removed_at IS NOT NULL FOR NO KEY UPDATE SKIP LOCKED
        """;

    /** The rows of a table that belong to a row which a column names. */
    private record Table(String name, String column) {
        /** The subquery waits for locked rows: a row that another transaction writes must not be left behind. */
        String delete() {
            return """
                DELETE FROM %1$s WHERE ctid = ANY(ARRAY(
                    SELECT ctid FROM %1$s WHERE %2$s = ANY(:of) LIMIT :most FOR UPDATE))
                """.formatted(name, column);
        }
    }

    /**
     * Rows whose children are removed first, since there may be many of them.
     *
     * @param lock selects parents of the account, and locks them before their children, as writers do
     */
    private record Tree(String name, String key, String lock, List<Table> children) {
        static Tree of(String name, String owner, Table... children) {
            String lock = "SELECT id FROM %s WHERE %s = :id LIMIT :most FOR UPDATE".formatted(name, owner);
            return new Tree(name, "id", lock, List.of(children));
        }

        String delete() {
            return "DELETE FROM %1$s WHERE %2$s = ANY(:of)".formatted(name, key);
        }
    }

    /** A task that ends moves from the queue to the ended ones, so the queue comes first. */
    private static final List<Table> QUEUE =
            List.of(new Table("task_queue", "owner"), new Table("ended_tasks", "owner"));

    /** Locks answers in the order in which a node locks those that it adds events to. */
    private static final String LOCK_ANSWERS = """
        SELECT a.chat_id FROM answers a JOIN web_chats w ON w.id = a.chat_id
        WHERE w.user_id = :id ORDER BY a.chat_id LIMIT :most FOR UPDATE OF a
        """;

    private static final List<Tree> TREES = List.of(
            Tree.of("workflows", "owner", new Table("workflow_steps", "workflow_id")),
            new Tree("answers", "chat_id", LOCK_ANSWERS, List.of(new Table("answer_events", "chat_id"))),
            Tree.of(
                    "chats",
                    "user_id",
                    new Table("chat_messages", "chat_id"),
                    new Table("answer_pieces", "chat_id"),
                    new Table("chat_words", "chat_id"),
                    new Table("chat_traces", "chat_id"),
                    new Table("chat_summaries", "chat_id")),
            Tree.of("sessions", "user_id", new Table("used_refresh_tokens", "session_id")));

    private static final List<Table> TABLES = List.of(
            new Table("task_kinds", "owner"),
            new Table("web_sessions", "user_id"),
            new Table("web_chats", "user_id"),
            new Table("memory_segments", "user_id"),
            new Table("memory_deletions", "user_id"),
            new Table("memories", "user_id"),
            new Table("memory_owners", "user_id"),
            new Table("files", "user_id"),
            new Table("tools", "registrant"),
            new Table("tool_executions", "user_id"),
            new Table("idempotency_keys", "user_id"),
            new Table("learnt_queries", "user_id"),
            new Table("learnt_tools", "user_id"),
            new Table("disabled_tools", "user_id"),
            new Table("connections", "user_id"),
            new Table("consents", "user_id"),
            new Table("oauth_states", "user_id"),
            new Table("authorized_codes", "user_id"),
            new Table("usage_entries", "user_id"),
            new Table("usage_key_days", "user_id"),
            new Table("group_key_costs", "user_id"),
            new Table("audit_entries", "user_id"),
            new Table("sign_in_addresses", "user_id"),
            new Table("profiles", "user_id"),
            new Table("identities", "user_id"),
            new Table("api_keys", "user_id"),
            new Table("usage_days", "user_id"),
            new Table("usage_sums", "user_id"),
            new Table("usage_key_sums", "user_id"));

    /** What groups stored with keys of the account, in tables that it counts in: from now on it counts for its owner. */
    private static final List<String> COUNTED = List.of("files", "tools");

    /** Locks the owners of memories before these, as writers do. */
    private static final String LOCK_OWNERS = """
        SELECT user_id FROM memory_owners
        WHERE user_id IN (SELECT user_id FROM memories WHERE counts_for = :id LIMIT :most)
        ORDER BY user_id FOR NO KEY UPDATE
        """;

    private static final String RELEASE_MEMORIES = """
        UPDATE memories SET counts_for = NULL WHERE ctid = ANY(ARRAY(
            SELECT ctid FROM memories WHERE counts_for = :id AND user_id = ANY(:owners) LIMIT :most FOR UPDATE))
        """;

    /** Locks the chats of messages before these, as writers do. */
    private static final String LOCK_CHATS = """
        SELECT id FROM chats WHERE id IN (SELECT chat_id FROM chat_messages WHERE counts_for = :id LIMIT :most)
        ORDER BY id FOR UPDATE
        """;

    private static final String RELEASE_MESSAGES = """
        WITH released AS (
            UPDATE chat_messages SET counts_for = NULL WHERE ctid = ANY(ARRAY(
                SELECT ctid FROM chat_messages WHERE counts_for = :id AND chat_id = ANY(:chats) LIMIT :most FOR UPDATE))
            RETURNING chat_id, media_bytes),
        changed AS (
            UPDATE chats SET media_bytes = chats.media_bytes + total.bytes
            FROM (SELECT chat_id, sum(media_bytes) AS bytes FROM released GROUP BY chat_id) AS total
            WHERE id = chat_id)
        SELECT count(*) FROM released
        """;

    private final Db db;

    AccountRemoval(Db db) {
        this.db = db;
    }

    boolean remove(UserId id) {
        return db.inTransaction(() -> {
            boolean isFirst = db.update(MARK, Map.of("id", id)) == 1;
            if (isFirst) {
                AT_ONCE.forEach(sql -> db.update(sql, Map.of("id", id)));
            }
            return isFirst;
        });
    }

    List<UserId> removed(int most) {
        return db.list(
                "SELECT id FROM users WHERE removed_at IS NOT NULL ORDER BY removed_at LIMIT :most",
                Map.of("most", most),
                UserId.class);
    }

    int purge(UserId id, int most) {
        return db.inTransaction(() -> {
            if (!db.exists(HOLD, Map.of("id", id))) {
                return 0;
            }
            int purged = purge(QUEUE, List.of(id.value()), most);
            for (Tree tree : TREES) {
                purged += purge(tree, id, most - purged);
            }
            purged += purge(TABLES, List.of(id.value()), most - purged);
            purged += release(id, most - purged);
            return purged > 0 ? purged : db.update("DELETE FROM users WHERE id = :id", Map.of("id", id));
        });
    }

    private int release(UserId id, int most) {
        int released = most > 0 ? releaseMemories(id, most) : 0;
        for (String table : COUNTED) {
            if (released < most) {
                released += db.update(release(table), Map.of("id", id, "most", most - released));
            }
        }
        return released < most ? released + releaseMessages(id, most - released) : released;
    }

    /** Counts 1 when all memories were deleted while it waited for their owners: those of other owners may be left. */
    private int releaseMemories(UserId id, int most) {
        List<String> owners = db.list(LOCK_OWNERS, Map.of("id", id, "most", most), String.class);
        return owners.isEmpty()
                ? 0
                : Math.max(1, db.update(RELEASE_MEMORIES, Map.of("id", id, "owners", owners, "most", most)));
    }

    private static String release(String table) {
        return """
            UPDATE %1$s SET counts_for = NULL WHERE ctid = ANY(ARRAY(
                SELECT ctid FROM %1$s WHERE counts_for = :id LIMIT :most FOR UPDATE))
            """.formatted(table);
    }

    /** Counts 1 when all messages were deleted while it waited for their chats: those of other chats may be left. */
    private int releaseMessages(UserId id, int most) {
        List<String> chats = db.list(LOCK_CHATS, Map.of("id", id, "most", most), String.class);
        Map<String, Object> values = Map.of("id", id, "chats", chats, "most", most);
        return chats.isEmpty() ? 0 : Math.max(1, db.one(RELEASE_MESSAGES, values, Integer.class));
    }

    private int purge(List<Table> tables, List<String> of, int most) {
        int purged = 0;
        for (Table table : tables) {
            if (purged < most) {
                purged += db.update(table.delete(), Map.of("of", of, "most", most - purged));
            }
        }
        return purged;
    }

    private int purge(Tree tree, UserId id, int most) {
        int purged = 0;
        while (purged < most) {
            List<String> parents =
                    db.list(tree.lock(), Map.of("id", id, "most", Math.min(PARENTS, most - purged)), String.class);
            if (parents.isEmpty()) {
                return purged;
            }
            purged += purge(tree.children(), parents, most - purged);
            if (purged < most) {
                purged += db.update(tree.delete(), Map.of("of", parents));
            }
        }
        return purged;
    }
}
