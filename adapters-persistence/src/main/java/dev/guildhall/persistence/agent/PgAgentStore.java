package dev.guildhall.persistence.agent;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.agent.AgentStore;
import dev.guildhall.ports.agent.AgentTrace;
import dev.guildhall.ports.agent.RollingSummary;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jdbi.v3.core.Handle;

/** Data of the agent beside the conversations, in PostgreSQL. Thread-safe. */
public final class PgAgentStore implements AgentStore {
    private final Db db;

    public PgAgentStore(Db db) {
        this.db = db;
    }

    @Override
    public Set<String> disabledTools(UserId userId) {
        return db.with(handle -> handle.createQuery("SELECT tool FROM disabled_tools WHERE user_id = :userId")
                .bind("userId", userId.value())
                .mapTo(String.class)
                .set());
    }

    @Override
    public void enable(UserId userId, String tool, boolean enabled) {
        String enable = "DELETE FROM disabled_tools WHERE user_id = :userId AND tool = :tool";
        String disable = """
            INSERT INTO disabled_tools (user_id, tool)
            SELECT id, :tool FROM users WHERE id = :userId FOR KEY SHARE
            ON CONFLICT (user_id, tool) DO NOTHING
            """;
        db.with(handle -> handle.createUpdate(enabled ? enable : disable)
                .bind("userId", userId.value())
                .bind("tool", tool)
                .execute());
    }

    @Override
    public void addTrace(ChatId chatId, AgentTrace trace, int most) {
        db.atomically(handle -> isHeld(handle, chatId) ? addBehind(handle, chatId, trace, most) : 0);
    }

    /**
     * Locks the chat until the commit, so that no other transaction takes the same number; false when the chat does not
     * exist.
     */
    private static boolean isHeld(Handle handle, ChatId chatId) {
        return handle.createQuery("SELECT id FROM chats WHERE id = :chatId FOR NO KEY UPDATE")
                .bind("chatId", chatId.value())
                .mapTo(String.class)
                .findOne()
                .isPresent();
    }

    /** The numbers have no gaps, since only the first or the last traces are deleted. */
    private static int addBehind(Handle handle, ChatId chatId, AgentTrace trace, int most) {
        String sql = """
            WITH last AS (SELECT coalesce(max(seq), 0) AS seq FROM chat_traces WHERE chat_id = :chatId),
            pruned AS (
                DELETE FROM chat_traces t USING last
                WHERE t.chat_id = :chatId AND t.seq <= last.seq + 1 - :most)
            INSERT INTO chat_traces (chat_id, seq, trace)
            SELECT :chatId, last.seq + 1, CAST(:trace AS json) FROM last
            """;
        return handle.createUpdate(sql)
                .bind("chatId", chatId.value())
                .bind("trace", AgentTraceJson.write(trace))
                .bind("most", most)
                .execute();
    }

    @Override
    public List<AgentTrace> traces(ChatId chatId) {
        return db.with(
                handle -> handle.createQuery("SELECT trace FROM chat_traces WHERE chat_id = :chatId ORDER BY seq")
                        .bind("chatId", chatId.value())
                        .map((row, _) -> AgentTraceJson.read(row.getString("trace")))
                        .list());
    }

    @Override
    public Optional<RollingSummary> summary(ChatId chatId) {
        return db.with(handle -> handle.createQuery("SELECT text, messages FROM chat_summaries WHERE chat_id = :chatId")
                .bind("chatId", chatId.value())
                .map((row, _) -> new RollingSummary(row.getString("text"), row.getInt("messages")))
                .findOne());
    }

    @Override
    public void putSummary(ChatId chatId, RollingSummary summary) {
        String sql = """
            INSERT INTO chat_summaries (chat_id, text, messages)
            SELECT id, :text, :messages FROM chats WHERE id = :chatId FOR KEY SHARE
            ON CONFLICT (chat_id) DO UPDATE SET text = excluded.text, messages = excluded.messages
            WHERE chat_summaries.messages <= excluded.messages
            """;
        db.with(handle -> handle.createUpdate(sql)
                .bind("chatId", chatId.value())
                .bind("text", summary.text())
                .bind("messages", summary.messages())
                .execute());
    }
}
