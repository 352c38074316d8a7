package dev.guildhall.persistence.agent;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Erasure;
import dev.guildhall.persistence.db.Rows;
import dev.guildhall.persistence.db.StoredJson;
import dev.guildhall.persistence.db.StoredObject;
import dev.guildhall.ports.AssistantId;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.agent.Chat;
import dev.guildhall.ports.agent.ChatEntry;
import dev.guildhall.ports.agent.ConversationStore;
import dev.guildhall.ports.agent.IncompleteReason;
import dev.guildhall.ports.agent.ReplyPiece;
import dev.guildhall.ports.agent.Speaker;
import dev.guildhall.ports.agent.Turn;
import dev.guildhall.ports.completion.ContentPart;
import dev.guildhall.ports.completion.ContentPartData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jdbi.v3.core.statement.SqlStatement;
import org.jdbi.v3.core.statement.StatementContext;
import org.jspecify.annotations.Nullable;

public final class PgConversationStore implements ConversationStore {
    private static final String NEW_MESSAGES = """
        unnest(:speakers, :contents, :parts, CAST(:toolUses AS json[]), CAST(:moments AS timestamptz[]), :endings,
            :mediaBytes, :notices) WITH ORDINALITY
            AS said (speaker, content, parts, tool_uses, said_at, ended, media_bytes, notices, number)
        """;

    /**
     * Messages from a number on, which change, have to be indexed again, with those whose words are in the same row.
     * Messages without a word have no row.
     */
    private static final String UNINDEXED = """
        indexed = least(indexed, %1$s - 1,
            (SELECT min(first) - 1 FROM chat_words WHERE chat_id = chats.id AND last >= %1$s))\
        """;

    private static final String ADD = """
        WITH chat AS (
            INSERT INTO chats (id, user_id, mode, created_at, last_activity, message_count, turn, assistant, media_bytes)
            VALUES (:id, :userId, :mode, :createdAt, :lastActivity, :size, 1, :assistant,
                CASE WHEN %1$s IS NULL THEN :media ELSE 0 END)
            RETURNING id)
        INSERT INTO chat_messages (chat_id, seq, speaker, content, parts, tool_uses, said_at, ended, media_bytes, notices,
            counts_for)
        SELECT chat.id, said.number, said.speaker, said.content, said.parts, said.tool_uses, said.said_at, said.ended,
            said.media_bytes, said.notices, %1$s
        FROM chat,\
        """.formatted(Rows.COUNTS_FOR) + NEW_MESSAGES;

    /** The update locks the chat's row until the commit, so no other transaction counts in between. */
    private static final String APPEND = """
        WITH chat AS (
            UPDATE chats SET message_count = message_count + :size, last_activity = :now, turn = turn + 1,
                media_bytes = media_bytes
                    + CASE WHEN %1$s IS NULL THEN :media ELSE 0 END
            WHERE id = :id
            RETURNING id, message_count, turn),
        added AS (
            INSERT INTO chat_messages (chat_id, seq, speaker, content, parts, tool_uses, said_at, ended, media_bytes,
                notices, counts_for)
            SELECT chat.id, chat.message_count - :size + said.number, said.speaker, said.content, said.parts,
                said.tool_uses, said.said_at, said.ended, said.media_bytes, said.notices, %1$s
            FROM chat,\
        """.formatted(Rows.COUNTS_FOR) + NEW_MESSAGES + """
            )
        SELECT message_count AS messages, turn AS number FROM chat
        """;

    /** Locks the chat's row, so that the statement after it sees all messages. */
    private static final String LOCK_TURN = "SELECT turn = :turn FROM chats WHERE id = :id FOR UPDATE";

    /** While the turn is the newest one, its answer is the last message, or becomes it. */
    private static final String ANSWER_NEWEST = """
        WITH chat AS (UPDATE chats SET message_count = :seq, last_activity = :now, %s WHERE id = :id),
        words AS (DELETE FROM chat_words WHERE chat_id = :id AND last >= :seq),
        pieces AS (DELETE FROM answer_pieces WHERE chat_id = :id AND seq = :seq)
        INSERT INTO chat_messages (chat_id, seq, speaker, content, tool_uses, said_at, ended, notices, details,
            turn)
        VALUES (:id, :seq, :speaker, :content, CAST(:toolUses AS json), :saidAt, :ended, :notices, :details, :turn)
        ON CONFLICT (chat_id, seq) DO UPDATE SET content = excluded.content, tool_uses = excluded.tool_uses,
            said_at = excluded.said_at, ended = excluded.ended, notices = excluded.notices, details = excluded.details
        """.formatted(UNINDEXED.formatted(":seq"));

    private static final String ANSWER_EARLIER = """
        WITH chat AS (
            UPDATE chats SET %s, last_activity = CASE
                    WHEN EXISTS (SELECT FROM chat_messages WHERE chat_id = :id AND seq = :seq AND turn = :turn)
                    THEN greatest(last_activity + interval '1 ms', :now) ELSE last_activity END
            WHERE id = :id),
        words AS (DELETE FROM chat_words WHERE chat_id = :id AND last >= :seq),
        pieces AS (DELETE FROM answer_pieces WHERE chat_id = :id AND seq = :seq AND turn = :turn)
        UPDATE chat_messages
        SET content = :content, tool_uses = CAST(:toolUses AS json), said_at = :saidAt, ended = :ended,
            notices = :notices, details = :details
        WHERE chat_id = :id AND seq = :seq AND turn = :turn
        """.formatted(UNINDEXED.formatted(":seq"));

    /**
     * The lock keeps a transaction from removing a message before its piece is stored; one that removes a message removes
     * its pieces afterwards. It does not wait for one that does so at the moment, and conflicts with no other statement, so
     * it causes no deadlock.
     */
    private static final String EXTEND = """
        WITH held AS (
            SELECT m.chat_id, m.seq, m.turn, given.position, given.piece
            FROM unnest(:chats, :seqs, :turns, :positions, :pieces) AS given (chat_id, seq, turn, position, piece)
            JOIN chat_messages m ON m.chat_id = given.chat_id AND m.seq = given.seq AND m.turn = given.turn
            WHERE m.ended = 'interrupted'
            FOR KEY SHARE OF m SKIP LOCKED)
        INSERT INTO answer_pieces (chat_id, seq, turn, position, piece)
        SELECT chat_id, seq, turn, position, piece FROM held
        ON CONFLICT (chat_id, seq, turn, position) DO UPDATE SET piece = excluded.piece
        RETURNING chat_id
        """;

    /** A piece that the node which lost the turn stores after this has no message of its turn, and is not read. */
    private static final String TAKE_OVER = """
        WITH chat AS (
            UPDATE chats SET turn = turn + 1, %s WHERE id = :id RETURNING id, turn, message_count),
        words AS (DELETE FROM chat_words w USING chat WHERE w.chat_id = chat.id AND w.last >= chat.message_count),
        said AS (
            DELETE FROM answer_pieces p USING chat
            WHERE p.chat_id = chat.id AND p.seq = chat.message_count AND p.turn = chat.turn - 1
            RETURNING p.position, p.piece),
        answer AS (
            UPDATE chat_messages m SET turn = chat.turn,
                content = m.content || coalesce((SELECT string_agg(piece, '' ORDER BY position) FROM said), '')
            FROM chat
            WHERE m.chat_id = chat.id AND m.seq = chat.message_count AND m.turn = chat.turn - 1
            RETURNING m.seq)
        SELECT message_count - (SELECT count(*) FROM answer) AS messages, turn AS number FROM chat
        """.formatted(UNINDEXED.formatted("message_count"));

    private static final String KEEP = """
        WITH words AS (DELETE FROM chat_words WHERE chat_id = :id AND last > :kept)
        UPDATE chats SET message_count = :kept, turn = turn + 1, %s WHERE id = :id
        """.formatted(UNINDEXED.formatted("(:kept + 1)"));

    /** Locks the chat's row, so that no transaction adds a message. */
    private static final String LOCK_COUNT = "SELECT message_count FROM chats WHERE id = :id FOR UPDATE";

    /** After the removal of a chat's later messages. Of a chat, those bytes are stored that count for its owner. */
    private static final String COUNT_MEDIA = """
        UPDATE chats SET media_bytes = (
            SELECT coalesce(sum(media_bytes), 0) FROM chat_messages
            WHERE chat_id = :id AND media_bytes > 0 AND counts_for IS NULL)
        WHERE id = :id AND media_bytes > 0
        """;

    private static final String MEDIA_BYTES = """
        SELECT coalesce(sum(media_bytes), 0) FROM (
            SELECT media_bytes FROM chats WHERE user_id = :userId AND media_bytes > 0
            UNION ALL
            SELECT media_bytes FROM chat_messages WHERE counts_for = :userId AND media_bytes > 0) AS counted
        """;

    private static final String READ = """
        SELECT speaker, tool_uses, said_at, ended, notices, details,
            CASE WHEN ended = 'interrupted' THEN content || coalesce((
                SELECT string_agg(p.piece, '' ORDER BY p.position) FROM answer_pieces p
                WHERE p.chat_id = read.chat_id AND p.seq = read.seq AND p.turn = read.turn), '')
            ELSE content END AS content,
            CASE WHEN NOT parts_omitted THEN parts END AS parts, parts_omitted
        FROM (
            SELECT *, media_bytes > 0 AND sum(media_bytes) OVER (ORDER BY seq %2$s) > %3$s AS parts_omitted
            FROM (SELECT * FROM chat_messages WHERE chat_id = :id AND %1$s ORDER BY seq %2$s LIMIT :most) AS found
        ) AS read
        ORDER BY seq %2$s
        """;

    private static final Erasure.Tree CHATS = Erasure.Tree.of(
            "chats",
            "user_id",
            new Erasure.Table("chat_messages", "chat_id"),
            new Erasure.Table("answer_pieces", "chat_id"),
            new Erasure.Table("chat_words", "chat_id"),
            new Erasure.Table("chat_traces", "chat_id"),
            new Erasure.Table("tool_questions", "chat_id"),
            new Erasure.Table("tool_media", "chat_id"),
            new Erasure.Table("chat_summaries", "chat_id"));

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
    private final RemovedMessages removedMessages;

    public PgConversationStore(Db db) {
        this.db = db;
        this.removedMessages = new RemovedMessages(db);
    }

    @Override
    public void add(Chat chat, List<ChatEntry> first, Optional<UserId> countsFor) {
        db.with(handle -> bindAll(handle.createUpdate(ADD), first)
                .bind("countsFor", countsFor)
                .bindMethods(chat)
                .execute());
    }

    @Override
    public void setAssistant(ChatId id, Optional<AssistantId> assistant) {
        db.update("UPDATE chats SET assistant = :assistant WHERE id = :id", Map.of("id", id, "assistant", assistant));
    }

    @Override
    public Optional<Chat> find(ChatId id) {
        return db.find("SELECT * FROM chats WHERE id = :id", Map.of("id", id), Chat.class);
    }

    @Override
    public Optional<Turn> append(ChatId id, List<ChatEntry> entries, Optional<UserId> countsFor, Instant now) {
        return db.with(handle -> bindAll(handle.createQuery(APPEND), entries)
                .bind("countsFor", countsFor)
                .bind("id", id)
                .bind("now", now)
                .mapTo(Turn.class)
                .findOne());
    }

    private static <S extends SqlStatement<S>> S bindAll(S statement, List<ChatEntry> entries) {
        return statement
                .bind("size", entries.size())
                .bind("speakers", Rows.each(entries, ChatEntry::speaker))
                .bind("contents", Rows.each(entries, ChatEntry::content))
                .bind("parts", each(entries, PgConversationStore::parts))
                .bind("toolUses", each(entries, entry -> ToolUsesJson.write(entry.toolUses())))
                .bind("moments", each(entries, entry -> entry.timestamp().toString()))
                .bind("endings", each(entries, PgConversationStore::ended))
                .bind("notices", each(entries, PgConversationStore::notices))
                .bind("mediaBytes", Rows.longs(entries, ChatEntry::mediaBytes))
                .bind("media", entries.stream().mapToLong(ChatEntry::mediaBytes).sum());
    }

    private static String[] each(List<ChatEntry> entries, Function<ChatEntry, @Nullable String> column) {
        return entries.stream().map(column).toArray(String[]::new);
    }

    private static @Nullable String parts(ChatEntry entry) {
        return entry.parts().isEmpty() ? null : StoredJson.write(ContentPartData.of(entry.parts()));
    }

    private static @Nullable String notices(ChatEntry entry) {
        return entry.notices().isEmpty() ? null : StoredJson.write(entry.notices());
    }

    private static @Nullable String ended(ChatEntry entry) {
        return entry.ended().map(IncompleteReason::wireName).orElse(null);
    }

    /** Locks the chat first, as all transactions do that write or delete it, so that they do not deadlock. */
    @Override
    public boolean storeReply(ChatId id, Turn turn, ChatEntry entry, Instant now) {
        Map<String, Object> answer = StoredObject.of(
                "id", id,
                "seq", turn.messages() + 1,
                "turn", turn.number(),
                "speaker", entry.speaker(),
                "content", entry.content(),
                "toolUses", ToolUsesJson.write(entry.toolUses()),
                "saidAt", entry.timestamp(),
                "now", now);
        answer.put("ended", entry.ended());
        answer.put("notices", Optional.ofNullable(notices(entry)));
        answer.put("details", ReplyDetailsJson.write(entry.details()));
        return db.inTransaction(() -> db.find(
                        LOCK_TURN,
                        Map.of("id", id, "turn", turn.number()),
                        (row, _) -> row.getBoolean(1) ? ANSWER_NEWEST : ANSWER_EARLIER)
                .filter(sql -> db.update(sql, answer) > 0)
                .isPresent());
    }

    @Override
    public Set<ChatId> extend(Collection<ReplyPiece> pieces) {
        List<Turn> turns = Rows.each(pieces, ReplyPiece::turn);
        Map<String, ?> columns = Map.of(
                "chats", Rows.each(pieces, ReplyPiece::chat),
                "seqs", Rows.integers(turns, turn -> turn.messages() + 1),
                "turns", Rows.longs(turns, Turn::number),
                "positions", Rows.integers(pieces, ReplyPiece::from),
                "pieces", Rows.each(pieces, ReplyPiece::text));
        return Set.copyOf(db.list(EXTEND, columns, ChatId.class));
    }

    @Override
    public Optional<Turn> takeOver(ChatId id) {
        return db.find(TAKE_OVER, Map.of("id", id), Turn.class);
    }

    @Override
    public boolean truncate(ChatId id, int keep) {
        return db.inTransaction(() -> {
            Optional<Integer> count = lockCount(id);
            count.ifPresent(messages -> {
                int kept = Math.min(messages, keep);
                db.update(KEEP, Map.of("id", id, "kept", kept));
                removedMessages.behind(id, kept, messages);
                PgAgentStore.FORGET_BEHIND.forEach(sql -> db.update(sql, Map.of("id", id, "kept", kept)));
                db.update(COUNT_MEDIA, Map.of("id", id));
            });
            return count.isPresent();
        });
    }

    private Optional<Integer> lockCount(ChatId id) {
        return db.find(LOCK_COUNT, Map.of("id", id), Integer.class);
    }

    @Override
    public long mediaBytesOf(UserId userId) {
        return db.one(MEDIA_BYTES, Map.of("userId", userId), Long.class);
    }

    @Override
    public List<Chat> idle(Instant before, int most) {
        String sql = "SELECT * FROM chats WHERE last_activity < :before ORDER BY last_activity LIMIT :most";
        return db.list(sql, Map.of("before", before, "most", most), Chat.class);
    }

    @Override
    public void remove(ChatId id) {
        db.inTransaction(() -> lockCount(id)
                .map(messages -> {
                    removedMessages.behind(id, 0, messages);
                    return db.update("DELETE FROM chats WHERE id = :id", Map.of("id", id));
                })
                .isPresent());
    }

    @Override
    public List<ChatEntry> latest(ChatId id, int most) {
        String sql = READ.formatted("true", "DESC", MOST_MEDIA_BYTES);
        return db.list(sql, Map.of("id", id, "most", most), PgConversationStore::entry)
                .reversed();
    }

    /** The numbers have no gaps, since messages are only added at the end. */
    @Override
    public List<ChatEntry> range(ChatId id, int behind, int most) {
        String sql = READ.formatted("seq > :behind", "ASC", MOST_MEDIA_BYTES);
        return db.list(sql, Map.of("id", id, "behind", behind, "most", most), PgConversationStore::entry);
    }

    private static ChatEntry entry(ResultSet row, StatementContext context) throws SQLException {
        return new ChatEntry(
                Speaker.fromWire(row.getString("speaker")),
                row.getString("content"),
                parts(row.getString("parts")),
                ToolUsesJson.read(row.getString("tool_uses")),
                Rows.instant(row, "said_at"),
                Optional.ofNullable(row.getString("ended")).map(IncompleteReason::fromWire),
                Optional.ofNullable(row.getString("notices"))
                        .map(StoredJson::readTexts)
                        .orElse(List.of()),
                row.getBoolean("parts_omitted"),
                ReplyDetailsJson.read(row.getString("details")));
    }

    private static List<ContentPart> parts(@Nullable String json) {
        return json == null
                ? List.of()
                : StoredObject.readAll(json).stream()
                        .map(part -> ContentPartData.part(part.members()))
                        .toList();
    }

    @Override
    public int erase(UserId user, int most) {
        int erased = new Erasure(db, user, most).from(CHATS).removed();
        return erased < most ? erased + releaseMessages(user, most - erased) : erased;
    }

    /** Counts 1 when all messages were deleted while it waited for their chats: those of other chats may be left. */
    private int releaseMessages(UserId user, int most) {
        return db.inTransaction(() -> {
            List<String> chats = db.list(LOCK_CHATS, Map.of("id", user, "most", most), String.class);
            Map<String, Object> values = Map.of("id", user, "chats", chats, "most", most);
            return chats.isEmpty() ? 0 : Math.max(1, db.one(RELEASE_MESSAGES, values, Integer.class));
        });
    }
}
