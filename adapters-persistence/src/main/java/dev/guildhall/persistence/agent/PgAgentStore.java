package dev.guildhall.persistence.agent;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Erasure;
import dev.guildhall.persistence.db.Rows;
import dev.guildhall.persistence.db.StoredJson;
import dev.guildhall.persistence.db.StoredObject;
import dev.guildhall.persistence.secret.SecretBox;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.agent.AgentStore;
import dev.guildhall.ports.agent.AgentTrace;
import dev.guildhall.ports.agent.AskedQuestion;
import dev.guildhall.ports.agent.MediaId;
import dev.guildhall.ports.agent.QuestionAnswer;
import dev.guildhall.ports.agent.QuestionId;
import dev.guildhall.ports.agent.RollingSummary;
import dev.guildhall.ports.agent.ToolQuestion;
import dev.guildhall.ports.completion.MediaSource;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Data of the agent beside the conversations, in PostgreSQL. */
public final class PgAgentStore implements AgentStore {
    /**
     * A trace starts when its question is stored, or right after, and ends when its answer is stored. The statement
     * extracts its start from its text, because PostgreSQL's JSON operators reject a document that contains a NUL.
     */
    static final List<String> FORGET_BEHIND = List.of(
            "DELETE FROM tool_media WHERE chat_id = :id AND seq > :kept",
            "DELETE FROM chat_summaries WHERE chat_id = :id AND messages > :kept",
            """
            DELETE FROM chat_traces t WHERE chat_id = :id AND NOT EXISTS (
                SELECT FROM chat_messages m,
                    CAST(substring(CAST(t.trace AS text) FROM '^\\{"startedAt":"([^"]+)"') AS timestamptz) AS started_at
                WHERE m.chat_id = :id AND m.seq = :kept
                    AND (started_at < m.said_at OR (m.speaker = 'assistant' AND started_at = m.said_at)))
            """);

    private final Db db;
    private final SecretBox box;

    public PgAgentStore(Db db, SecretBox box) {
        this.db = db;
        this.box = box;
    }

    /** The purpose for which the texts of a trace are encrypted; the first key is its chat. */
    public static String textsPurpose(String... key) {
        return "trace:" + key[0];
    }

    @Override
    public Map<String, Boolean> toolChoices(UserId userId) {
        return db.map(
                "SELECT tool, enabled FROM disabled_tools WHERE user_id = :userId",
                Map.of("userId", userId),
                (row, _) -> Map.entry(row.getString("tool"), row.getBoolean("enabled")));
    }

    @Override
    public void enable(UserId userId, String tool, boolean enabled) {
        String sql = """
            INSERT INTO disabled_tools (user_id, tool, enabled)
            SELECT id, :tool, :enabled FROM accounts WHERE id = :userId FOR KEY SHARE
            ON CONFLICT (user_id, tool) DO UPDATE SET enabled = excluded.enabled
            """;
        db.update(sql, Map.of("userId", userId, "tool", tool, "enabled", enabled));
    }

    @Override
    public void addTrace(ChatId chatId, AgentTrace trace, int most) {
        // The lock of the chat lasts until the commit, so that no other transaction takes the same number. The numbers
        // have no gaps, since only the first or the last traces are deleted.
        String lock = "SELECT 1 FROM chats WHERE id = :chatId FOR NO KEY UPDATE";
        String sql = """
            WITH last AS (SELECT coalesce(max(seq), 0) AS seq FROM chat_traces WHERE chat_id = :chatId),
            pruned AS (
                DELETE FROM chat_traces t USING last
                WHERE t.chat_id = :chatId AND t.seq <= last.seq + 1 - :most)
            INSERT INTO chat_traces (chat_id, seq, trace, sealed_texts)
            SELECT :chatId, last.seq + 1, CAST(:trace AS json), :texts FROM last
            """;
        Map<String, ?> parameters = Map.of(
                "chatId", chatId, "trace", AgentTraceJson.write(trace), "texts", texts(chatId, trace), "most", most);
        db.inTransaction(() -> db.exists(lock, Map.of("chatId", chatId)) && db.update(sql, parameters) == 1);
    }

    @Override
    public void replaceTrace(ChatId chatId, AgentTrace trace) {
        String sql = """
            UPDATE chat_traces SET trace = CAST(:trace AS json), sealed_texts = :texts
            WHERE chat_id = :chatId AND seq = (SELECT max(seq) FROM chat_traces WHERE chat_id = :chatId)
            """;
        db.update(sql, Map.of("chatId", chatId, "trace", AgentTraceJson.write(trace), "texts", texts(chatId, trace)));
    }

    /** Absent without a key: the texts are not stored unencrypted. */
    private Optional<String> texts(ChatId chatId, AgentTrace trace) {
        return Optional.of(trace)
                .filter(any -> box.hasKey())
                .map(known -> box.seal(AgentTraceJson.writeTexts(known), textsPurpose(chatId.value())));
    }

    @Override
    public List<AgentTrace> traces(ChatId chatId) {
        return db.list(
                "SELECT trace, sealed_texts FROM chat_traces WHERE chat_id = :chatId ORDER BY seq",
                Map.of("chatId", chatId),
                (row, _) -> AgentTraceJson.read(
                        row.getString("trace"),
                        Rows.optionalText(row, "sealed_texts")
                                .map(envelope -> box.open(envelope, textsPurpose(chatId.value())))));
    }

    @Override
    public Optional<RollingSummary> summary(ChatId chatId) {
        return db.find(
                "SELECT text, messages FROM chat_summaries WHERE chat_id = :chatId",
                Map.of("chatId", chatId),
                RollingSummary.class);
    }

    @Override
    public void putSummary(ChatId chatId, RollingSummary summary) {
        String sql = """
            INSERT INTO chat_summaries (chat_id, text, messages)
            SELECT id, :text, :messages FROM chats WHERE id = :chatId FOR KEY SHARE
            ON CONFLICT (chat_id) DO UPDATE SET text = excluded.text, messages = excluded.messages
            WHERE chat_summaries.messages <= excluded.messages
            """;
        db.update(sql, Map.of("chatId", chatId, "text", summary.text(), "messages", summary.messages()));
    }

    @Override
    public void addMedia(ChatId chatId, int position, MediaId id, MediaSource.Inline content) {
        String sql = """
            INSERT INTO tool_media (id, chat_id, seq, user_id, type, bytes, content)
            SELECT :id, id, :seq, user_id, :type, :bytes, :content FROM chats WHERE id = :chatId FOR KEY SHARE
            """;
        db.update(
                sql,
                Map.of(
                        "id",
                        id,
                        "chatId",
                        chatId,
                        "seq",
                        position + 1,
                        "type",
                        content.type(),
                        "bytes",
                        content.bytes(),
                        "content",
                        Base64.getDecoder().decode(content.base64().toString())));
    }

    @Override
    public Optional<MediaSource.Inline> media(ChatId chatId, MediaId id) {
        return db.find(
                "SELECT type, content FROM tool_media WHERE id = :id AND chat_id = :chatId",
                Map.of("id", id, "chatId", chatId),
                (row, _) -> new MediaSource.Inline(
                        row.getString("type"), Base64.getEncoder().encodeToString(row.getBytes("content"))));
    }

    @Override
    public long mediaBytesOf(UserId userId) {
        String sql = "SELECT coalesce(sum(bytes), 0) FROM tool_media WHERE user_id = :userId";
        return db.one(sql, Map.of("userId", userId), Long.class);
    }

    @Override
    public void ask(AskedQuestion asked, Instant now) {
        String sql = """
            WITH over AS (
                DELETE FROM tool_questions WHERE id IN (
                    SELECT id FROM tool_questions WHERE expires_at <= :now LIMIT 100 FOR UPDATE SKIP LOCKED))
            INSERT INTO tool_questions (id, chat_id, user_id, question, expires_at)
            SELECT :id, id, :userId, :question, :expiresAt FROM chats WHERE id = :chatId FOR KEY SHARE
            """;
        ToolQuestion question = asked.question();
        db.update(
                sql,
                Map.of(
                        "id", question.id(),
                        "chatId", asked.chatId(),
                        "userId", asked.userId(),
                        "question", StoredJson.write(QuestionsJson.fields(question)),
                        "expiresAt", question.expiresAt(),
                        "now", now));
    }

    @Override
    public Optional<AskedQuestion> question(QuestionId id, Instant now) {
        return db.find(
                "SELECT chat_id, user_id, question FROM tool_questions WHERE id = :id AND expires_at > :now",
                Map.of("id", id, "now", now),
                (row, _) -> new AskedQuestion(
                        new ChatId(row.getString("chat_id")),
                        new UserId(row.getString("user_id")),
                        QuestionsJson.question(StoredObject.read(row.getString("question")))));
    }

    @Override
    public boolean answer(QuestionId id, QuestionAnswer answer) {
        String sql = "UPDATE tool_questions SET answer = :answer WHERE id = :id AND answer IS NULL AND NOT closed";
        return db.update(sql, Map.of("id", id, "answer", QuestionsJson.write(answer))) == 1;
    }

    @Override
    public Optional<QuestionAnswer> answerTo(QuestionId id) {
        String sql = "SELECT answer FROM tool_questions WHERE id = :id AND answer IS NOT NULL";
        return db.find(sql, Map.of("id", id), (row, _) -> QuestionsJson.answer(row.getString("answer")));
    }

    /** The lock keeps an answer from being stored between its reading and its removal. */
    @Override
    public Optional<QuestionAnswer> close(QuestionId id) {
        String sql = """
            WITH held AS (SELECT id, answer FROM tool_questions WHERE id = :id FOR UPDATE),
            closed AS (UPDATE tool_questions q SET closed = true, answer = NULL FROM held WHERE q.id = held.id)
            SELECT answer FROM held WHERE answer IS NOT NULL
            """;
        return db.find(sql, Map.of("id", id), (row, _) -> QuestionsJson.answer(row.getString("answer")));
    }

    @Override
    public int erase(UserId user, int most) {
        return new Erasure(db, user, most)
                .from("tool_questions", "user_id")
                .from("disabled_tools", "user_id")
                .removed();
    }

    @Override
    public void truncate(ChatId chatId) {
        db.inTransaction(() -> {
            int kept = db.find("SELECT message_count FROM chats WHERE id = :id", Map.of("id", chatId), Integer.class)
                    .orElse(0);
            return FORGET_BEHIND.stream()
                    .mapToInt(sql -> db.update(sql, Map.of("id", chatId, "kept", kept)))
                    .sum();
        });
    }
}
