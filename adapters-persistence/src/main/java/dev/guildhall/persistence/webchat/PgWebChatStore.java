package dev.guildhall.persistence.webchat;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.agent.AgentMode;
import dev.guildhall.ports.webchat.ChatPosition;
import dev.guildhall.ports.webchat.ChatTitle;
import dev.guildhall.ports.webchat.WebChat;
import dev.guildhall.ports.webchat.WebChatStore;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.mapper.RowMapper;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;

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

    static final String COUNT = """
        SELECT count(*) AS chats, coalesce(sum(c.message_count), 0) AS messages
        FROM (
            SELECT id FROM web_chats WHERE user_id = :userId ORDER BY updated_at DESC, id DESC LIMIT :most) w
            LEFT JOIN chats c ON c.id = w.id AND c.user_id = :userId
        """;

    private static final RowMapper<WebChat> CHAT = ConstructorMapper.of(WebChat.class);

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
        db.update(sql, chat);
    }

    @Override
    public Optional<WebChat> find(ChatId id) {
        return db.find("SELECT * FROM web_chats WHERE id = :id", Map.of("id", id), CHAT);
    }

    @Override
    public void touch(ChatId id, AgentMode mode, Instant now) {
        String sql = "UPDATE web_chats SET mode = :mode, updated_at = greatest(updated_at, :now) WHERE id = :id";
        db.update(sql, Map.of("id", id, "mode", mode, "now", now));
    }

    @Override
    public void rename(ChatId id, ChatTitle title) {
        db.update("UPDATE web_chats SET title = :title WHERE id = :id", Map.of("id", id, "title", title));
    }

    @Override
    public Page<WebChat> ofUser(UserId userId, Optional<String> query, PageRequest page) {
        Optional<ChatPosition> behind = page.cursor().map(ChatPosition::of);
        Map<String, ?> parameters = Map.of(
                "userId", userId,
                "behindTime", behind.map(ChatPosition::updatedAt),
                "behindId", behind.map(ChatPosition::id),
                "pattern", query.map(PgWebChatStore::pattern));
        return Page.cutBehind(
                db.oneMore(LIST, parameters, page, CHAT),
                page.limit(),
                chat -> ChatPosition.of(chat).cursor());
    }

    private static String pattern(String text) {
        return "%" + text.replaceAll("([\\\\%_])", "\\\\$1") + "%";
    }

    @Override
    public Count count(UserId userId, int most) {
        return db.find(COUNT, Map.of("userId", userId, "most", most), ConstructorMapper.of(Count.class))
                .orElseThrow();
    }

    @Override
    public void remove(ChatId id) {
        db.update("DELETE FROM web_chats WHERE id = :id", Map.of("id", id));
    }
}
