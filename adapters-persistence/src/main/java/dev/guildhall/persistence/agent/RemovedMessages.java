package dev.guildhall.persistence.agent;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.ports.ChatId;
import java.util.Map;

/**
 * Removes messages of chats. Many messages go to a chat of a new account that is removed already, whose data the purge
 * of removed accounts deletes in batches: moving a row does not read its text, which may be large.
 */
final class RemovedMessages {
    /** How many messages are deleted at once. */
    private static final int AT_ONCE = 1_000;

    private static final String DELETE = "DELETE FROM chat_messages WHERE chat_id = :id AND seq > :kept";

    private static final String DELETE_PIECES = "DELETE FROM answer_pieces WHERE chat_id = :id AND seq > :kept";

    private static final String NEW_OWNER = """
        INSERT INTO users (id, email, active_profile_id, created_at, disabled, removed_at)
        SELECT id, id || '@removed.invalid', '', now(), true, now()
        FROM (SELECT 'usr_' || gen_random_uuid() AS id) AS account
        RETURNING id
        """;

    private static final String NEW_CHAT = """
        INSERT INTO chats (id, user_id, mode, created_at, last_activity, message_count)
        SELECT 'chat_' || gen_random_uuid(), :owner, mode, created_at, last_activity, 0 FROM chats WHERE id = :id
        RETURNING id
        """;

    private static final String MOVE =
            "UPDATE chat_messages SET chat_id = :removed, counts_for = NULL WHERE chat_id = :id AND seq > :kept";

    private final Db db;

    RemovedMessages(Db db) {
        this.db = db;
    }

    /**
     * Removes the messages behind the first ones, in the transaction that has locked the chat's row. The messages come
     * first: this waits for a transaction that stores a piece of one of them, and then sees the piece.
     *
     * @param count how many messages the chat had
     */
    void behind(ChatId id, int kept, int count) {
        if (count - kept <= AT_ONCE) {
            db.update(DELETE, Map.of("id", id, "kept", kept));
        } else {
            move(id, kept);
        }
        db.update(DELETE_PIECES, Map.of("id", id, "kept", kept));
    }

    private void move(ChatId id, int kept) {
        String owner = db.one(NEW_OWNER, Map.of(), String.class);
        String removed = db.one(NEW_CHAT, Map.of("owner", owner, "id", id), String.class);
        db.update(MOVE, Map.of("removed", removed, "id", id, "kept", kept));
    }
}
