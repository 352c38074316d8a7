package dev.guildhall.persistence.approval;

import dev.guildhall.persistence.agent.ApprovalJson;
import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Erasure;
import dev.guildhall.persistence.db.Rows;
import dev.guildhall.persistence.db.StoredJson;
import dev.guildhall.persistence.db.StoredObject;
import dev.guildhall.persistence.secret.SecretBox;
import dev.guildhall.persistence.webhook.WebhookRows;
import dev.guildhall.ports.ApiKeyId;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.agent.Approval;
import dev.guildhall.ports.agent.ApprovalDecision;
import dev.guildhall.ports.approval.ApprovalPolicy;
import dev.guildhall.ports.approval.ApprovalRule;
import dev.guildhall.ports.approval.ApprovalStore;
import dev.guildhall.ports.approval.StoredApproval;
import dev.guildhall.ports.approval.SuspendedAnswer;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.webhook.WebhookEvent;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.statement.StatementContext;
import org.jspecify.annotations.Nullable;

/**
 * Policies, and answers that wait for approvals, in PostgreSQL. What their calls say is encrypted. Every write locks the
 * answer before its calls.
 */
public final class PgApprovalStore implements ApprovalStore {
    private static final String SUSPEND = """
        INSERT INTO suspended_answers (work_id, user_id, chat_id, kind, sealed_state, expires_at)
        VALUES (:work, :user, :chat, :kind, :state, :expiresAt)
        ON CONFLICT (work_id) DO UPDATE SET kind = excluded.kind, sealed_state = excluded.sealed_state,
            expires_at = excluded.expires_at, decided_at = NULL
        """;

    private static final String ASK = """
        INSERT INTO approvals (id, work_id, user_id, chat_id, creator_chat_id, task_id, call_id, tool, effect,
            expires_at, open, sealed_parameters)
        VALUES (:id, :work, :user, :chat, :creator, :task, :call, :tool, :effect, :expiresAt, true, :parameters)
        """;

    private static final String DECIDE = """
        UPDATE approvals SET verdict = :verdict, remember = :remember, sealed_decision = :decision
        WHERE id = :id AND open AND verdict IS NULL AND expires_at > :now
        """;

    private static final String READY = """
        UPDATE suspended_answers s SET decided_at = :now WHERE work_id = :work AND NOT EXISTS (
            SELECT FROM approvals a WHERE a.work_id = s.work_id AND a.open AND a.verdict IS NULL)
        """;

    private static final String LOOK = """
        (SELECT * FROM suspended_answers WHERE work_id = ANY(:works))
        UNION ALL
        (SELECT * FROM suspended_answers
        WHERE (decided_at IS NOT NULL OR expires_at <= :now) AND NOT work_id = ANY(:works) LIMIT :most)
        """;

    private static final String CLOSE = "UPDATE approvals SET open = false WHERE work_id = :work AND open RETURNING *";

    /** A task lives for a year, and longer by its waits. */
    private static final Duration LONGEST_TASK = Duration.ofDays(2 * 365);

    private final Db db;
    private final SecretBox box;

    public PgApprovalStore(Db db, SecretBox box) {
        this.db = db;
        this.box = box;
    }

    /** The purpose for which an answer that waits is encrypted; the key is its chat or task. */
    public static String statePurpose(String... key) {
        return "suspended-answer:" + key[0];
    }

    /** The purpose for which the parameters of a call are encrypted; the key is its identifier. */
    public static String parametersPurpose(String... key) {
        return "approval:" + key[0] + ":parameters";
    }

    /** The purpose for which a decision is encrypted. */
    public static String decisionPurpose(String... key) {
        return "approval:" + key[0] + ":decision";
    }

    @Override
    public Optional<ApprovalPolicy> policy(UserId userId) {
        return db.find(
                "SELECT policy FROM approval_policies WHERE user_id = :userId",
                Map.of("userId", userId),
                (row, _) -> ApprovalJson.policy(row.getString("policy")));
    }

    @Override
    public void putPolicy(UserId userId, ApprovalPolicy policy) {
        String sql = """
            INSERT INTO approval_policies (user_id, policy)
            SELECT id, :policy FROM accounts WHERE id = :userId FOR KEY SHARE
            ON CONFLICT (user_id) DO UPDATE SET policy = excluded.policy
            """;
        db.update(sql, Map.of("userId", userId, "policy", ApprovalJson.write(policy)));
    }

    @Override
    public Map<String, ApprovalRule> remembered(String scope) {
        String sql = """
            SELECT DISTINCT ON (tool) tool, verdict FROM approvals
            WHERE coalesce(chat_id, creator_chat_id, task_id) = :scope AND remember = 'chat' ORDER BY tool, id DESC
            """;
        return db.map(
                sql,
                Map.of("scope", scope),
                (row, _) -> Map.entry(
                        row.getString("tool"),
                        row.getString("verdict").equals(ApprovalDecision.Verdict.APPROVE.wireName())
                                ? ApprovalRule.ALLOW
                                : ApprovalRule.DENY));
    }

    @Override
    public void askFor(String work, UserId owner, Optional<ChatId> chatId, Instant now) {
        Map<String, @Nullable Object> values = new HashMap<>(Map.of("work", work, "owner", owner, "now", now));
        values.put("chat", chatId.map(ChatId::value).orElse(null));
        db.update(
                "INSERT INTO asking_tasks (task_id, user_id, created_at, chat_id) VALUES (:work, :owner, :now, :chat)",
                values);
    }

    @Override
    public Caller.Work askingFor(TaskId task, Optional<String> part) {
        String sql =
                "SELECT chat_id FROM asking_tasks WHERE task_id IN (:task, :part) ORDER BY task_id = :task DESC LIMIT"
                        + " 1";
        return db.find(
                        sql,
                        Map.of("task", task.value(), "part", part.orElse(task.value())),
                        (row, _) -> new Caller.Work(
                                Optional.ofNullable(row.getString("chat_id")).map(ChatId::new), true))
                .orElse(Caller.Work.NONE);
    }

    @Override
    public void suspend(SuspendedAnswer answer, List<StoredApproval> asked) {
        db.atomically(_ -> {
            db.update(SUSPEND, values(answer));
            db.update(
                    "UPDATE approvals SET open = false WHERE work_id = :work AND open", Map.of("work", answer.work()));
            asked.forEach(one -> {
                db.update(ASK, values(one));
                WebhookRows.publish(db, one.userId(), WebhookEvent.APPROVAL_REQUESTED, one.id());
            });
            return asked.size();
        });
    }

    private Map<String, @Nullable Object> values(SuspendedAnswer answer) {
        Map<String, @Nullable Object> values = new HashMap<>(Map.of(
                "work", answer.work(),
                "user", answer.userId(),
                "state", box.seal(SuspendedAnswerJson.write(answer), statePurpose(answer.work())),
                "expiresAt", answer.expiresAt()));
        switch (answer) {
            case SuspendedAnswer.InChat chat -> {
                values.put("kind", chat.isReply() ? "reply" : "answer");
                values.put("chat", chat.chatId().value());
            }
            case SuspendedAnswer.InTask _ -> {
                values.put("kind", "task");
                values.put("chat", null);
            }
        }
        return values;
    }

    private Map<String, @Nullable Object> values(StoredApproval one) {
        Approval asked = one.asked();
        Map<String, @Nullable Object> values = new HashMap<>(Map.of(
                "id", one.id(),
                "work", asked.work(),
                "user", one.userId(),
                "call", asked.callId(),
                "tool", asked.tool(),
                "effect", asked.effect().wireName(),
                "expiresAt", asked.expiresAt(),
                "parameters", box.seal(StoredJson.write(asked.parameters()), parametersPurpose(one.id()))));
        String chat = asked.chatId().map(ChatId::value).orElse(null);
        values.put("chat", asked.taskId().isPresent() ? null : chat);
        values.put("creator", asked.taskId().isPresent() ? chat : null);
        values.put("task", asked.taskId().map(TaskId::value).orElse(null));
        return values;
    }

    private SuspendedAnswer answer(ResultSet row, StatementContext ignored) throws SQLException {
        String work = row.getString("work_id");
        StoredObject state = StoredObject.read(box.open(row.getString("sealed_state"), statePurpose(work)));
        Instant expiresAt = Rows.instant(row, "expires_at");
        String kind = row.getString("kind");
        return kind.equals("task")
                ? new SuspendedAnswer.InTask(
                        new TaskId(work),
                        new UserId(row.getString("user_id")),
                        SuspendedAnswerJson.said(state),
                        SuspendedAnswerJson.usage(state),
                        expiresAt)
                : new SuspendedAnswer.InChat(
                        new ChatId(work),
                        SuspendedAnswerJson.handover(state),
                        state.optionalText("keyId").map(ApiKeyId::new),
                        kind.equals("reply"),
                        expiresAt);
    }

    private StoredApproval approval(ResultSet row, StatementContext ignored) throws SQLException {
        String id = row.getString("id");
        Optional<String> creator = Optional.ofNullable(row.getString("creator_chat_id"));
        Approval asked = new Approval(
                Optional.ofNullable(row.getString("chat_id")).or(() -> creator).map(ChatId::new),
                Optional.ofNullable(row.getString("task_id")).map(TaskId::new),
                row.getString("call_id"),
                row.getString("tool"),
                StoredJson.object(
                        StoredJson.readObject(box.open(row.getString("sealed_parameters"), parametersPurpose(id)))),
                ApprovalJson.effect(row.getString("effect")),
                Rows.instant(row, "expires_at"));
        Optional<ApprovalDecision> decision = Optional.ofNullable(row.getString("sealed_decision"))
                .map(text -> ApprovalJson.decision(box.open(text, decisionPurpose(id))));
        return new StoredApproval(id, new UserId(row.getString("user_id")), asked, row.getBoolean("open"), decision);
    }

    @Override
    public Optional<SuspendedAnswer> suspended(String work) {
        return db.find("SELECT * FROM suspended_answers WHERE work_id = :work", Map.of("work", work), this::answer);
    }

    @Override
    public void replace(SuspendedAnswer answer) {
        db.update("UPDATE suspended_answers SET sealed_state = :state WHERE work_id = :work", values(answer));
    }

    @Override
    public List<Approval> waiting(UserId userId, Instant now, int most) {
        String sql = """
            SELECT * FROM approvals WHERE user_id = :user AND open AND verdict IS NULL AND expires_at > :now
            ORDER BY id DESC LIMIT :most
            """;
        return db.list(sql, Map.of("user", userId, "now", now, "most", most), this::approval).stream()
                .map(StoredApproval::asked)
                .toList();
    }

    @Override
    public int countWaiting(UserId userId, Instant now) {
        String sql = """
            SELECT count(*) FROM approvals WHERE user_id = :user AND open AND verdict IS NULL AND expires_at > :now
            """;
        return db.one(sql, Map.of("user", userId, "now", now), Integer.class);
    }

    @Override
    public List<StoredApproval> find(ChatId chatId, String callId) {
        return find("(chat_id = :place OR creator_chat_id = :place)", chatId.value(), callId, 2);
    }

    @Override
    public Optional<StoredApproval> find(TaskId taskId, String callId) {
        return find("task_id = :place", taskId.value(), callId, 1).stream().findFirst();
    }

    @Override
    public Optional<StoredApproval> find(String id) {
        return db.find("SELECT * FROM approvals WHERE id = :id", Map.of("id", id), this::approval);
    }

    private List<StoredApproval> find(String place, String id, String callId, int most) {
        String sql = "SELECT * FROM approvals WHERE " + place
                + " AND call_id = :call ORDER BY (open AND verdict IS NULL) DESC, task_id IS NULL DESC, id DESC LIMIT"
                + " :most";
        return db.list(sql, Map.of("place", id, "call", callId, "most", most), this::approval);
    }

    @Override
    public boolean decide(String id, ApprovalDecision decision, Instant now) {
        return db.atomically(_ -> {
            Optional<String> work = lockedWork(id);
            Map<String, ?> values = Map.of(
                    "id", id,
                    "verdict", decision.verdict().wireName(),
                    "remember", decision.remember().wireName(),
                    "decision", box.seal(ApprovalJson.write(decision), decisionPurpose(id)),
                    "now", now);
            boolean isDecided = work.isPresent() && db.update(DECIDE, values) == 1;
            if (isDecided) {
                db.update(READY, Map.of("work", work.get(), "now", now));
            }
            return isDecided;
        });
    }

    private Optional<String> lockedWork(String id) {
        String sql = """
            SELECT work_id FROM suspended_answers WHERE work_id = (SELECT work_id FROM approvals WHERE id = :id) FOR UPDATE
            """;
        return db.find(sql, Map.of("id", id), String.class);
    }

    @Override
    public List<Found> look(Instant now, Collection<String> works, int most) {
        return db.list(
                LOOK, Map.of("now", now, "works", works.toArray(String[]::new), "most", most), (row, context) -> {
                    SuspendedAnswer answer = answer(row, context);
                    Optional<Instant> expired = Optional.of(answer.expiresAt()).filter(end -> !end.isAfter(now));
                    return new Found(
                            answer,
                            row.getTimestamp("decided_at") == null
                                    ? expired
                                    : Optional.of(Rows.instant(row, "decided_at")));
                });
    }

    @Override
    public Optional<Taken> take(String work, Instant now) {
        String sql = """
            DELETE FROM suspended_answers WHERE work_id = :work AND (decided_at IS NOT NULL OR expires_at <= :now)
            RETURNING *
            """;
        return db.atomically(_ -> db.find(sql, Map.of("work", work, "now", now), this::answer)
                .map(answer -> new Taken(answer, db.list(CLOSE, Map.of("work", work), this::approval))));
    }

    @Override
    public boolean withdraw(String work) {
        return db.atomically(_ -> {
            boolean waited =
                    db.update("DELETE FROM suspended_answers WHERE work_id = :work", Map.of("work", work)) == 1;
            if (waited) {
                db.update("UPDATE approvals SET open = false WHERE work_id = :work AND open", Map.of("work", work));
            }
            return waited;
        });
    }

    @Override
    public int sweep(Instant expiredBefore, int most) {
        String sql = """
            DELETE FROM approvals WHERE id IN (
                SELECT id FROM approvals
                WHERE expires_at < :before AND NOT open AND remember IS DISTINCT FROM 'chat' LIMIT :most)
            """;
        String longEnded = """
            DELETE FROM asking_tasks WHERE task_id IN (
                SELECT a.task_id FROM asking_tasks a
                WHERE a.created_at < :before AND NOT EXISTS (SELECT FROM task_queue q WHERE q.id = a.task_id)
                    AND NOT EXISTS (SELECT FROM workflows w WHERE w.id = a.task_id AND w.completed_at IS NULL)
                LIMIT :most)
            """;
        db.update(longEnded, Map.of("before", expiredBefore.minus(LONGEST_TASK), "most", most));
        return db.update(sql, Map.of("before", expiredBefore, "most", most));
    }

    @Override
    public int erase(UserId user, int most) {
        return new Erasure(db, user, most)
                .from("suspended_answers", "user_id")
                .from("approvals", "user_id")
                .from("asking_tasks", "user_id")
                .from("approval_policies", "user_id")
                .removed();
    }
}
