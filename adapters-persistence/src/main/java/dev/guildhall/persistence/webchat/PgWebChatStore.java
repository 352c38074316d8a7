package dev.guildhall.persistence.webchat;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Rows;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.agent.AgentMode;
import dev.guildhall.ports.webchat.ChatPosition;
import dev.guildhall.ports.webchat.ChatTitle;
import dev.guildhall.ports.webchat.WebChat;
import dev.guildhall.ports.webchat.WebChatStore;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.statement.StatementContext;

/** The lists of chats of web users in PostgreSQL. Thread-safe. */
public final class PgWebChatStore implements WebChatStore {
    private static final String LIST = """
        SELECT w.* FROM web_chats w
        WHERE w.user_id = :userId
            AND (CAST(:behindTime AS timestamptz) IS NULL OR (w.updated_at, w.id) < (:behindTime, :behindId))
            AND (CAST(:pattern AS text) IS NULL OR w.title ILIKE :pattern OR EXISTS (
                SELECT FROM chats c JOIN chat_messages m ON m.chat_id = c.id
                WHERE c.id = w.id AND c.user_id = :userId AND m.content ILIKE :pattern))
        ORDER BY w.updated_at DESC, w.id DESC LIMIT :oneMore
        """;

    private static final String COUNT = """
        SELECT count(*) AS chats, coalesce(sum(c.message_count), 0) AS messages
        FROM web_chats w LEFT JOIN chats c ON c.id = w.id AND c.user_id = w.user_id
        WHERE w.user_id = :userId
        """;

    private final Db db;

    public PgWebChatStore(Db db) {
        this.db = db;
    }

    @Override
    public void add(WebChat chat) {
        String sql = """
            INSERT INTO web_chats (id, user_id, title, mode, created_at, updated_at)
            VALUES (:id, :userId, :title, :mode, :createdAt, :updatedAt)
            ON CONFLICT (id) DO NOTHING
            """;
        db.with(handle -> handle.createUpdate(sql)
                .bind("id", chat.id().value())
                .bind("userId", chat.userId().value())
                .bind("title", chat.title().value())
                .bind("mode", chat.mode().wireName())
                .bind("createdAt", chat.createdAt())
                .bind("updatedAt", chat.updatedAt())
                .execute());
    }

    @Override
    public Optional<WebChat> find(ChatId id) {
        return db.with(handle -> handle.createQuery("SELECT * FROM web_chats WHERE id = :id")
                .bind("id", id.value())
                .map(PgWebChatStore::chat)
                .findOne());
    }

    @Override
    public void touch(ChatId id, AgentMode mode, Instant now) {
        String sql = "UPDATE web_chats SET mode = :mode, updated_at = greatest(updated_at, :now) WHERE id = :id";
        db.with(handle -> handle.createUpdate(sql)
                .bind("id", id.value())
                .bind("mode", mode.wireName())
                .bind("now", now)
                .execute());
    }

    @Override
    public void rename(ChatId id, ChatTitle title) {
        db.with(handle -> handle.createUpdate("UPDATE web_chats SET title = :title WHERE id = :id")
                .bind("id", id.value())
                .bind("title", title.value())
                .execute());
    }

    @Override
    public Page<WebChat> ofUser(UserId userId, Optional<String> query, PageRequest page) {
        Optional<ChatPosition> behind = page.cursor().map(ChatPosition::of);
        List<WebChat> oneMore = db.with(handle -> handle.createQuery(LIST)
                .bind("userId", userId.value())
                .bind("behindTime", behind.map(ChatPosition::updatedAt))
                .bind("behindId", behind.map(position -> position.id().value()))
                .bind("pattern", query.map(PgWebChatStore::pattern))
                .bind("oneMore", page.limit().value() + 1)
                .map(PgWebChatStore::chat)
                .list());
        return Page.cutBehind(
                oneMore, page.limit(), chat -> ChatPosition.of(chat).cursor());
    }

    private static String pattern(String text) {
        return "%" + text.replaceAll("([\\\\%_])", "\\\\$1") + "%";
    }

    @Override
    public Count count(UserId userId) {
        return db.with(handle -> handle.createQuery(COUNT)
                .bind("userId", userId.value())
                .map((row, context) -> new Count(row.getLong("chats"), row.getLong("messages")))
                .one());
    }

    @Override
    public void remove(ChatId id) {
        db.with(handle -> handle.createUpdate("DELETE FROM web_chats WHERE id = :id")
                .bind("id", id.value())
                .execute());
    }

    private static WebChat chat(ResultSet row, StatementContext context) throws SQLException {
        return new WebChat(
                new ChatId(row.getString("id")),
                new UserId(row.getString("user_id")),
                new ChatTitle(row.getString("title")),
                AgentMode.fromWire(row.getString("mode")),
                Rows.instant(row, "created_at"),
                Rows.instant(row, "updated_at"));
    }
}
