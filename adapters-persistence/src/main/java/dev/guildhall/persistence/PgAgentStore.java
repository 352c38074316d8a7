package dev.guildhall.persistence;

import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.agent.AgentStore;
import dev.guildhall.ports.agent.AgentTrace;
import dev.guildhall.ports.agent.RollingSummary;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jdbi.v3.core.Handle;

/** What the agent keeps beside the conversations, in PostgreSQL. Thread-safe. */
final class PgAgentStore implements AgentStore {
    private final Db db;

    PgAgentStore(Db db) {
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
        db.atomically(handle -> nextSeq(handle, chatId)
                .map(seq -> insert(handle, chatId, seq, trace) + prune(handle, chatId, seq - most))
                .orElse(0));
    }

    /** Holds the chat until the commit, so that nobody else takes the same number. */
    private static Optional<Integer> nextSeq(Handle handle, ChatId chatId) {
        String sql = """
            SELECT coalesce((SELECT max(seq) FROM chat_traces WHERE chat_id = :chatId), 0) + 1
            """;
        return handle.createQuery("SELECT id FROM chats WHERE id = :chatId FOR NO KEY UPDATE")
                .bind("chatId", chatId.value())
                .mapTo(String.class)
                .findOne()
                .map(held -> handle.createQuery(sql)
                        .bind("chatId", held)
                        .mapTo(Integer.class)
                        .one());
    }

    private static int insert(Handle handle, ChatId chatId, int seq, AgentTrace trace) {
        String sql = "INSERT INTO chat_traces (chat_id, seq, trace) VALUES (:chatId, :seq, CAST(:trace AS json))";
        return handle.createUpdate(sql)
                .bind("chatId", chatId.value())
                .bind("seq", seq)
                .bind("trace", AgentTraceJson.write(trace))
                .execute();
    }

    /** The numbers have no gaps: only the oldest ones ever go. */
    private static int prune(Handle handle, ChatId chatId, int upTo) {
        return handle.createUpdate("DELETE FROM chat_traces WHERE chat_id = :chatId AND seq <= :upTo")
                .bind("chatId", chatId.value())
                .bind("upTo", upTo)
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
