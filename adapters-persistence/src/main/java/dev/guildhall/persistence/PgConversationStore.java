package dev.guildhall.persistence;

import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.agent.AgentMode;
import dev.guildhall.ports.agent.Chat;
import dev.guildhall.ports.agent.ChatEntry;
import dev.guildhall.ports.agent.ConversationStore;
import dev.guildhall.ports.agent.Speaker;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;
import org.jdbi.v3.core.statement.StatementContext;

/** Conversations in PostgreSQL. Thread-safe. */
final class PgConversationStore implements ConversationStore {
    private final Db db;

    PgConversationStore(Db db) {
        this.db = db;
    }

    @Override
    public void add(Chat chat) {
        String sql = """
            INSERT INTO chats (id, user_id, mode, created_at, last_activity, message_count)
            VALUES (:id, :userId, :mode, :createdAt, :lastActivity, 0)
            """;
        db.with(handle -> handle.createUpdate(sql)
                .bind("id", chat.id().value())
                .bind("userId", chat.userId().value())
                .bind("mode", chat.mode().wireName())
                .bind("createdAt", chat.createdAt())
                .bind("lastActivity", chat.lastActivity())
                .execute());
    }

    @Override
    public Optional<Chat> find(ChatId id) {
        return db.with(handle -> handle.createQuery("SELECT * FROM chats WHERE id = :id")
                .bind("id", id.value())
                .map(PgConversationStore::chat)
                .findOne());
    }

    @Override
    public Optional<Integer> append(ChatId id, List<ChatEntry> entries, Instant now) {
        return db.atomically(handle -> {
            Optional<Integer> count = reserve(handle, id, entries.size(), now);
            count.ifPresent(last -> insert(handle, id, entries, last - entries.size()));
            return count;
        });
    }

    /** Counts the new messages. The update locks the chat's row until the commit, so nobody else counts in between. */
    private static Optional<Integer> reserve(Handle handle, ChatId id, int size, Instant now) {
        String sql = """
            UPDATE chats SET message_count = message_count + :size, last_activity = :now
            WHERE id = :id RETURNING message_count
            """;
        return handle.createQuery(sql)
                .bind("id", id.value())
                .bind("size", size)
                .bind("now", now)
                .mapTo(Integer.class)
                .findOne();
    }

    private static void insert(Handle handle, ChatId id, List<ChatEntry> entries, int behind) {
        String sql = """
            INSERT INTO chat_messages (chat_id, seq, speaker, content, tool_uses, said_at)
            VALUES (:chatId, :seq, :speaker, :content, CAST(:toolUses AS json), :saidAt)
            """;
        PreparedBatch batch = handle.prepareBatch(sql);
        int seq = behind;
        for (ChatEntry entry : entries) {
            seq++;
            batch.bind("chatId", id.value())
                    .bind("seq", seq)
                    .bind("speaker", entry.speaker().wireName())
                    .bind("content", entry.content())
                    .bind("toolUses", ToolUsesJson.write(entry.toolUses()))
                    .bind("saidAt", entry.timestamp())
                    .add();
        }
        batch.execute();
    }

    @Override
    public List<ChatEntry> latest(ChatId id, int most) {
        String sql = "SELECT * FROM chat_messages WHERE chat_id = :id ORDER BY seq DESC LIMIT :most";
        return db.with(handle -> handle.createQuery(sql)
                        .bind("id", id.value())
                        .bind("most", most)
                        .map(PgConversationStore::entry)
                        .list())
                .reversed();
    }

    /** The numbers have no gaps: messages are only ever added behind. */
    @Override
    public List<ChatEntry> range(ChatId id, int behind, int most) {
        String sql = "SELECT * FROM chat_messages WHERE chat_id = :id AND seq > :behind ORDER BY seq LIMIT :most";
        return db.with(handle -> handle.createQuery(sql)
                .bind("id", id.value())
                .bind("behind", behind)
                .bind("most", most)
                .map(PgConversationStore::entry)
                .list());
    }

    private static Chat chat(ResultSet row, StatementContext context) throws SQLException {
        return new Chat(
                new ChatId(row.getString("id")),
                new UserId(row.getString("user_id")),
                AgentMode.fromWire(row.getString("mode")),
                Rows.instant(row, "created_at"),
                Rows.instant(row, "last_activity"),
                row.getInt("message_count"));
    }

    private static ChatEntry entry(ResultSet row, StatementContext context) throws SQLException {
        return new ChatEntry(
                Speaker.fromWire(row.getString("speaker")),
                row.getString("content"),
                ToolUsesJson.read(row.getString("tool_uses")),
                Rows.instant(row, "said_at"));
    }
}
