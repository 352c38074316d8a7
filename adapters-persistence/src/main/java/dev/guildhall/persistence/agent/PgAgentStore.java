package dev.guildhall.persistence.agent;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Erasure;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.agent.AgentStore;
import dev.guildhall.ports.agent.AgentTrace;
import dev.guildhall.ports.agent.RollingSummary;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Data of the agent beside the conversations, in PostgreSQL. */
public final class PgAgentStore implements AgentStore {
    /**
     * A trace starts when its question is stored, or right after, and ends when its answer is stored. The statement
     * extracts its start from its text, because PostgreSQL's JSON operators reject a document that contains a NUL.
     */
    static final List<String> FORGET_BEHIND =
            List.of("DELETE FROM chat_summaries WHERE chat_id = :id AND messages > :kept", """
                DELETE FROM chat_traces t WHERE chat_id = :id AND NOT EXISTS (
                    SELECT FROM chat_messages m,
                        CAST(substring(CAST(t.trace AS text) FROM '^\\{"startedAt":"([^"]+)"') AS timestamptz) AS started_at
                    WHERE m.chat_id = :id AND m.seq = :kept
                        AND (started_at < m.said_at OR (m.speaker = 'assistant' AND started_at = m.said_at)))
                """);

    private final Db db;

    public PgAgentStore(Db db) {
        this.db = db;
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
            INSERT INTO chat_traces (chat_id, seq, trace)
            SELECT :chatId, last.seq + 1, CAST(:trace AS json) FROM last
            """;
        Map<String, ?> parameters = Map.of("chatId", chatId, "trace", AgentTraceJson.write(trace), "most", most);
        db.inTransaction(() -> db.exists(lock, Map.of("chatId", chatId)) && db.update(sql, parameters) == 1);
    }

    @Override
    public List<AgentTrace> traces(ChatId chatId) {
        return db.list(
                "SELECT trace FROM chat_traces WHERE chat_id = :chatId ORDER BY seq",
                Map.of("chatId", chatId),
                (row, _) -> AgentTraceJson.read(row.getString("trace")));
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
    public int erase(UserId user, int most) {
        return new Erasure(db, user, most).from("disabled_tools", "user_id").removed();
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
