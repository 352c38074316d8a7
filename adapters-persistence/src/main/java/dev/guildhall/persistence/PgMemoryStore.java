package dev.guildhall.persistence;

import dev.guildhall.ports.Limit;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.agent.ChatId;
import dev.guildhall.ports.memory.Memory;
import dev.guildhall.ports.memory.MemoryId;
import dev.guildhall.ports.memory.MemoryStore;
import dev.guildhall.ports.memory.MemoryType;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import org.jdbi.v3.core.statement.StatementContext;

/** Memories in PostgreSQL. Thread-safe. */
final class PgMemoryStore implements MemoryStore {
    private final Db db;

    PgMemoryStore(Db db) {
        this.db = db;
    }

    @Override
    public void add(Memory memory) {
        String sql = """
            INSERT INTO memories (id, user_id, type, content, importance, tags, chat_id, created_at)
            VALUES (:id, :userId, :type, :content, :importance, :tags, :chatId, :createdAt)
            """;
        db.with(handle -> handle.createUpdate(sql)
                .bind("id", memory.id().value())
                .bind("userId", memory.userId().value())
                .bind("type", memory.type().wireName())
                .bind("content", memory.content())
                .bind("importance", memory.importance())
                .bindArray("tags", String.class, memory.tags())
                .bind("chatId", memory.chatId().map(ChatId::value))
                .bind("createdAt", memory.createdAt())
                .execute());
    }

    @Override
    public List<Memory> ofUser(UserId userId, MemoryType type, Limit limit) {
        String sql = """
            SELECT * FROM memories WHERE user_id = :userId AND type = :type
            ORDER BY created_at DESC, id DESC LIMIT :limit
            """;
        return db.with(handle -> handle.createQuery(sql)
                .bind("userId", userId.value())
                .bind("type", type.wireName())
                .bind("limit", limit.value())
                .map(PgMemoryStore::memory)
                .list());
    }

    private static Memory memory(ResultSet row, StatementContext context) throws SQLException {
        return new Memory(
                new MemoryId(row.getString("id")),
                new UserId(row.getString("user_id")),
                MemoryType.valueOf(row.getString("type").toUpperCase(Locale.ROOT)),
                row.getString("content"),
                row.getDouble("importance"),
                Rows.texts(row, "tags"),
                Rows.optionalText(row, "chat_id").map(ChatId::new),
                Rows.instant(row, "created_at"));
    }
}
