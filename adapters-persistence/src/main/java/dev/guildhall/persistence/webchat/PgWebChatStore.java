package dev.guildhall.persistence.webchat;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Erasure;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.agent.AgentMode;
import dev.guildhall.ports.search.SearchWords;
import dev.guildhall.ports.webchat.ChatPosition;
import dev.guildhall.ports.webchat.ChatTitle;
import dev.guildhall.ports.webchat.WebChat;
import dev.guildhall.ports.webchat.WebChatStore;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;

public final class PgWebChatStore implements WebChatStore {
    private static final String BEHIND = " AND (w.updated_at, w.id) < (:behindTime, :behindId)";

    static final String COUNT = """
        SELECT count(*) AS chats, coalesce(sum(c.message_count), 0) AS messages
        FROM (
            SELECT id FROM web_chats WHERE user_id = :userId ORDER BY updated_at DESC, id DESC LIMIT :most) w
            LEFT JOIN chats c ON c.id = w.id AND c.user_id = :userId
        """;

    private final Db db;
    private final ChatWords words;

    public PgWebChatStore(Db db) {
        this.db = db;
        words = new ChatWords(db);
    }

    @Override
    public void add(WebChat chat) {
        String sql = """
            INSERT INTO web_chats (id, user_id, title, title_words, mode, model, created_at, updated_at)
            VALUES (:id, :userId, :title, array_to_tsvector(:words), :mode, :model, :createdAt, :updatedAt)
            ON CONFLICT (id) DO NOTHING
            """;
        db.update(sql, Map.of("words", SearchWords.of(chat.title().value())), chat);
    }

    @Override
    public Optional<WebChat> find(ChatId id) {
        return db.find("SELECT * FROM web_chats WHERE id = :id", Map.of("id", id), WebChat.class);
    }

    @Override
    public void touch(ChatId id, AgentMode mode, Optional<String> model, Instant now) {
        String sql = """
            UPDATE web_chats SET mode = :mode, model = :model, updated_at = greatest(updated_at, :now) WHERE id = :id
            """;
        db.update(sql, Map.of("id", id, "mode", mode, "model", model, "now", now));
    }

    @Override
    public void rename(ChatId id, ChatTitle title) {
        String sql = "UPDATE web_chats SET title = :title, title_words = array_to_tsvector(:words) WHERE id = :id";
        db.update(sql, Map.of("id", id, "title", title, "words", SearchWords.of(title.value())));
    }

    @Override
    public Page<WebChat> ofUser(UserId userId, Optional<String> query, PageRequest page) {
        List<String> wanted = query.map(SearchWords::ofQuery).orElse(List.of());
        if (query.isPresent() && wanted.isEmpty()) {
            return new Page<>(List.of(), Optional.empty());
        }
        Map<String, Object> parameters = new HashMap<>(Map.of("userId", userId));
        page.cursor().map(ChatPosition::of).ifPresent(behind -> {
            parameters.put("behindTime", behind.updatedAt());
            parameters.put("behindId", behind.id());
        });
        String conditions = (page.cursor().isPresent() ? BEHIND : "") + haveWords(userId, wanted, parameters);
        parameters.put("oneMore", page.limit().value() + 1);
        return Page.cutBehind(
                db.list(list(conditions), parameters, WebChat.class),
                page.limit(),
                chat -> ChatPosition.of(chat).cursor());
    }

    static String list(String conditions) {
        return """
            SELECT w.* FROM web_chats w
            WHERE w.user_id = :userId%s
            ORDER BY w.updated_at DESC, w.id DESC LIMIT :oneMore
            """.formatted(conditions);
    }

    /** A condition for a word of a query, by its number. */
    static String hasWord(int number) {
        return """
             AND (w.title_words @@ CAST(:title%1$d AS tsquery)
                OR w.id IN (SELECT chat_id FROM chat_words WHERE words @@ CAST(:word%1$d AS tsquery))
                OR w.id = ANY(:unindexed%1$d))\
            """.formatted(number);
    }

    private String haveWords(UserId userId, List<String> wanted, Map<String, Object> parameters) {
        if (wanted.isEmpty()) {
            return "";
        }
        Map<String, NavigableSet<String>> unindexed = words.unindexed(userId);
        StringBuilder conditions = new StringBuilder();
        for (int i = 0; i < wanted.size(); i++) {
            String word = wanted.get(i);
            conditions.append(hasWord(i));
            parameters.put("title" + i, ChatWords.query(word));
            parameters.put("word" + i, ChatWords.query(userId, word));
            parameters.put(
                    "unindexed" + i,
                    unindexed.entrySet().stream()
                            .filter(chat -> SearchWords.anyBegins(chat.getValue(), word))
                            .map(Map.Entry::getKey)
                            .toList());
        }
        return conditions.toString();
    }

    @Override
    public int index(Instant idleSince, int most) {
        return words.index(idleSince, most);
    }

    @Override
    public Count count(UserId userId, int most) {
        return db.one(COUNT, Map.of("userId", userId, "most", most), Count.class);
    }

    @Override
    public void remove(ChatId id) {
        db.update("DELETE FROM web_chats WHERE id = :id", Map.of("id", id));
    }

    @Override
    public int erase(UserId user, int most) {
        return new Erasure(db, user, most).from("web_chats", "user_id").removed();
    }
}
