package dev.guildhall.persistence.agent;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Rows;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.agent.AgentMode;
import dev.guildhall.ports.agent.Chat;
import dev.guildhall.ports.agent.ChatEntry;
import dev.guildhall.ports.agent.ConversationStore;
import dev.guildhall.ports.agent.IncompleteReason;
import dev.guildhall.ports.agent.Speaker;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jdbi.v3.core.statement.SqlStatement;
import org.jdbi.v3.core.statement.StatementContext;
import org.jspecify.annotations.Nullable;

/** Conversations in PostgreSQL. Thread-safe. */
public final class PgConversationStore implements ConversationStore {
    private static final String NEW_MESSAGES = """
        unnest(:speakers, :contents, CAST(:toolUses AS json[]), CAST(:moments AS timestamptz[]), :endings)
            WITH ORDINALITY AS said (speaker, content, tool_uses, said_at, ended, number)
        """;

    private static final String ADD = """
        WITH chat AS (
            INSERT INTO chats (id, user_id, mode, created_at, last_activity, message_count)
            VALUES (:id, :userId, :mode, :createdAt, :lastActivity, :size)
            RETURNING id)
        INSERT INTO chat_messages (chat_id, seq, speaker, content, tool_uses, said_at, ended)
        SELECT chat.id, said.number, said.speaker, said.content, said.tool_uses, said.said_at, said.ended
        FROM chat,\
        """ + NEW_MESSAGES;

    /** The update locks the chat's row until the commit, so no other transaction counts in between. */
    private static final String APPEND = """
        WITH chat AS (
            UPDATE chats SET message_count = message_count + :size, last_activity = :now
            WHERE id = :id
            RETURNING id, message_count),
        added AS (
            INSERT INTO chat_messages (chat_id, seq, speaker, content, tool_uses, said_at, ended)
            SELECT chat.id, chat.message_count - :size + said.number, said.speaker, said.content, said.tool_uses,
                said.said_at, said.ended
            FROM chat,\
        """ + NEW_MESSAGES + """
            )
        SELECT message_count FROM chat
        """;

    private static final String KEEP =
            "UPDATE chats SET message_count = least(message_count, :keep) WHERE id = :id RETURNING message_count";

    /**
     * A trace starts when its question is stored, or right after, and ends when its answer is stored. The statement
     * extracts its start from its text, because PostgreSQL's JSON operators reject a document that contains a NUL.
     */
    private static final List<String> FORGET_BEHIND = List.of(
            "DELETE FROM chat_messages WHERE chat_id = :id AND seq > :kept",
            "DELETE FROM chat_summaries WHERE chat_id = :id AND messages > :kept",
            """
            DELETE FROM chat_traces t WHERE chat_id = :id AND NOT EXISTS (
                SELECT FROM chat_messages m,
                    CAST(substring(CAST(t.trace AS text) FROM '^\\{"startedAt":"([^"]+)"') AS timestamptz) AS started_at
                WHERE m.chat_id = :id AND m.seq = :kept
                    AND (started_at < m.said_at OR (m.speaker = 'assistant' AND started_at = m.said_at)))
            """);

    private final Db db;

    public PgConversationStore(Db db) {
        this.db = db;
    }

    @Override
    public void add(Chat chat, List<ChatEntry> first) {
        db.with(handle -> bindAll(handle.createUpdate(ADD), first)
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
        return db.with(handle -> bindAll(handle.createQuery(APPEND), entries)
                .bind("id", id.value())
                .bind("now", now)
                .mapTo(Integer.class)
                .findOne());
    }

    private static <S extends SqlStatement<S>> S bindAll(S statement, List<ChatEntry> entries) {
        return statement
                .bind("size", entries.size())
                .bindArray(
                        "speakers",
                        String.class,
                        each(entries, entry -> entry.speaker().wireName()))
                .bindArray("contents", String.class, each(entries, ChatEntry::content))
                .bindArray("toolUses", String.class, each(entries, entry -> ToolUsesJson.write(entry.toolUses())))
                .bindArray(
                        "moments",
                        String.class,
                        each(entries, entry -> entry.timestamp().toString()))
                .bindArray("endings", String.class, each(entries, PgConversationStore::ended));
    }

    private static <T extends @Nullable Object> List<T> each(List<ChatEntry> entries, Function<ChatEntry, T> column) {
        List<T> values = new ArrayList<>();
        entries.forEach(entry -> values.add(column.apply(entry)));
        return values;
    }

    private static @Nullable String ended(ChatEntry entry) {
        return entry.ended().map(IncompleteReason::wireName).orElse(null);
    }

    /** Locks the chat first, as all transactions do that write or delete it, so that they do not deadlock. */
    @Override
    public boolean replace(ChatId id, int position, ChatEntry entry, Instant now) {
        String sql = """
            WITH chat AS (
                UPDATE chats SET last_activity = :now WHERE id = :id AND :seq BETWEEN 1 AND message_count RETURNING id)
            UPDATE chat_messages
            SET speaker = :speaker, content = :content, tool_uses = CAST(:toolUses AS json), said_at = :saidAt,
                ended = :ended
            FROM chat WHERE chat_id = chat.id AND seq = :seq
            """;
        return db.with(handle -> handle.createUpdate(sql)
                        .bind("id", id.value())
                        .bind("seq", position)
                        .bind("speaker", entry.speaker().wireName())
                        .bind("content", entry.content())
                        .bind("toolUses", ToolUsesJson.write(entry.toolUses()))
                        .bind("saidAt", entry.timestamp())
                        .bind("ended", ended(entry))
                        .bind("now", now)
                        .execute())
                > 0;
    }

    /**
     * The update locks the chat's row, so the statements after it see all messages, and no transaction can add more.
     */
    @Override
    public boolean truncate(ChatId id, int keep) {
        return db.atomically(handle -> {
            Optional<Integer> kept = handle.createQuery(KEEP)
                    .bind("id", id.value())
                    .bind("keep", keep)
                    .mapTo(Integer.class)
                    .findOne();
            for (String forget : kept.isPresent() ? FORGET_BEHIND : List.<String>of()) {
                handle.createUpdate(forget)
                        .bind("id", id.value())
                        .bind("kept", kept.orElseThrow())
                        .execute();
            }
            return kept.isPresent();
        });
    }

    @Override
    public void remove(ChatId id) {
        db.with(handle -> handle.createUpdate("DELETE FROM chats WHERE id = :id")
                .bind("id", id.value())
                .execute());
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

    /** The numbers have no gaps, since messages are only added at the end. */
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
                Rows.instant(row, "said_at"),
                Optional.ofNullable(row.getString("ended")).map(IncompleteReason::fromWire));
    }
}
