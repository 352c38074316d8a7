package dev.guildhall.persistence.task;

import dev.guildhall.persistence.db.Rows;
import dev.guildhall.persistence.db.StoredJson;
import dev.guildhall.persistence.db.StoredObject;
import dev.guildhall.persistence.webhook.WebhookRows;
import dev.guildhall.ports.Actor;
import dev.guildhall.ports.Backoff;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.problem.ErrorKind;
import dev.guildhall.ports.task.Concurrency;
import dev.guildhall.ports.task.Lease;
import dev.guildhall.ports.task.NewTask;
import dev.guildhall.ports.task.PastAttempt;
import dev.guildhall.ports.task.Retry;
import dev.guildhall.ports.task.StartTime;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskError;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskOptions;
import dev.guildhall.ports.task.TaskSpec;
import dev.guildhall.ports.task.TaskState;
import dev.guildhall.ports.task.TaskStatus;
import dev.guildhall.ports.task.TaskType;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.statement.StatementContext;

/** Maps tasks to rows, and their states to numbers. The migration V12 defines the numbers, V13 the tables. */
public final class TaskRows {
    static final int READY = 0;
    static final int OUTSIDE = 1;
    static final int WAITING = 2;
    static final int ON_NODE = 3;
    static final int ON_LEASE = 4;
    static final int COMPLETED = 5;
    static final int FAILED = 6;
    static final int CANCELLED = 7;

    private static final String HOPS = "hops";

    /** Selects tasks, both queued and ended. */
    static final String SELECT = "SELECT t.* FROM tasks t ";

    /**
     * Stores the tasks that the CTE {@code gone} has deleted from the queue as ended. The parameters are the state and
     * the result. A task that has ended before stays as it ended: one such row must not stop a whole batch.
     */
    static final String END = """
        INSERT INTO ended_tasks AS t (id, owner, profile_id, key_id, counts_for, type, priority, tools, input, part, created_at,
            expires_at, retry, start_at, options, attempts, fence, started_at, past, completed_at, unsettled, state, result)
        SELECT g.id, g.owner, g.profile_id, g.key_id, g.counts_for, g.type, g.priority, g.tools, g.input, g.part, g.created_at,
            g.expires_at, g.retry, g.start_at, g.options, g.attempts, g.fence, g.started_at, g.past, greatest(statement_timestamp(), g.since, g.created_at),
            g.part IS NOT NULL, %s, %s
        FROM gone g
        ON CONFLICT (id) DO NOTHING
        """;

    /**
     * A further CTE beside {@code gone}, which stores the deliveries of these ends to webhooks (webhooks-3). The parameter is
     * the state.
     */
    static final String PUBLISH = ", published AS (" + WebhookRows.publish("""
        SELECT g.owner, 'task.' || CASE CAST(%s AS integer) WHEN 5 THEN 'completed' WHEN 6 THEN 'failed' ELSE 'cancelled' END
            AS event, g.id AS subject
        FROM gone g
        """) + ")\n";

    /**
     * The state of a waiting task with the alias {@code t}: it waits for external workers (1) when one of them has
     * asked for its kind, otherwise for a node (0). The first EXISTS, whether workers have asked for any kind, is
     * evaluated once for all tasks of a statement.
     */
    static final String CLAIMABLE_STATE = """
        (CASE WHEN t.type = '%s' OR (EXISTS (SELECT FROM task_kinds) AND EXISTS (
            SELECT FROM task_kinds k
            WHERE k.type = t.type AND k.owner IN ('', t.owner) AND k.until > statement_timestamp()))
        THEN 1 ELSE 0 END)
        """.formatted(TaskType.TEST_RUN.value());

    /**
     * The past attempts of a task with the alias {@code t}, including the attempt that ends now. The parameter is the
     * error of that attempt.
     */
    static final String LONGER_PAST = """
        (coalesce(t.past || ',', '') || json_build_object(
            'fence', t.fence,
            'startedAt', CAST(extract(epoch FROM t.since) * 1000000 AS bigint),
            'endedAt', CAST(extract(epoch FROM greatest(statement_timestamp(), t.since)) * 1000000 AS bigint),
            'error', CAST(%s AS json)))
        """;

    /**
     * Compares the identifiers of a task and of the alias {@code g} by a range. For an equality the planner may read
     * the whole index once instead of looking up each identifier. It does so when the table has few tasks and the index
     * many dead entries.
     */
    static final String IS_GIVEN = "id BETWEEN g.id AND g.id";

    private TaskRows() {}

    /** The states of the tasks with a status. */
    static List<Integer> states(TaskStatus status) {
        return switch (status) {
            case QUEUED -> List.of(READY, OUTSIDE, WAITING);
            case RUNNING -> List.of(ON_NODE, ON_LEASE);
            case COMPLETED -> List.of(COMPLETED);
            case FAILED -> List.of(FAILED);
            case CANCELLED -> List.of(CANCELLED);
        };
    }

    /** The status of the tasks with a state. */
    static TaskStatus status(int state) {
        return Arrays.stream(TaskStatus.values())
                .filter(status -> states(status).contains(state))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("there is no state " + state));
    }

    record Ended(int state, String result) {
        static final String NONE = "";

        static Ended of(TaskState.Ended state) {
            return switch (state) {
                case TaskState.Completed completed -> new Ended(COMPLETED, StoredJson.write(completed.output()));
                case TaskState.Failed failed -> new Ended(FAILED, error(failed.error()));
                case TaskState.Cancelled _ -> new Ended(CANCELLED, NONE);
            };
        }
    }

    /** A duration in microseconds, the unit of the statements. */
    static long micros(Duration duration) {
        return duration.toNanos() / 1_000;
    }

    static String error(TaskError error) {
        return StoredJson.write(Map.of("code", error.code(), "message", error.message(), "status", (Object)
                error.kind().number()));
    }

    static Task task(ResultSet row, StatementContext context) throws SQLException {
        return read(row);
    }

    /** Reads a task; the columns of its end and result only when it has ended. */
    public static Task read(ResultSet row) throws SQLException {
        Instant createdAt = Rows.instant(row, "created_at");
        Instant begin = Rows.optionalInstant(row, "start_at")
                .filter(createdAt::isBefore)
                .orElse(createdAt);
        TaskSpec spec = new TaskSpec(
                        new TaskType(row.getString("type")),
                        StoredJson.readObject(row.getString("input")),
                        Rows.optionalText(row, "tools")
                                .map(StoredJson::readTexts)
                                .orElse(List.of()),
                        row.getInt("priority"),
                        Duration.of(
                                ChronoUnit.MICROS.between(begin, Rows.instant(row, "expires_at")), ChronoUnit.MICROS))
                .with(options(row));
        TaskState state = state(row);
        return new Task(
                new TaskId(row.getString("id")),
                new UserId(row.getString("owner")),
                actor(row),
                spec,
                Rows.optionalText(row, "part"),
                createdAt,
                Rows.optionalInstant(row, "started_at"),
                state instanceof TaskState.Ended ? Rows.optionalInstant(row, "completed_at") : Optional.empty(),
                row.getInt("attempts"),
                row.getInt("fence"),
                Rows.optionalText(row, "past").map(TaskRows::past).orElse(List.of()),
                state);
    }

    private static Actor actor(ResultSet row) throws SQLException {
        int hops = Rows.optionalText(row, "options")
                .flatMap(text -> StoredObject.read(text).optional(HOPS))
                .map(count -> ((Number) count).intValue())
                .orElse(0);
        return Rows.actor(row).afterHops(hops);
    }

    private static TaskState state(ResultSet row) throws SQLException {
        int state = row.getInt("state");
        return switch (state) {
            case READY, OUTSIDE -> new TaskState.Queued();
            case WAITING -> new TaskState.Queued(Rows.optionalInstant(row, "ready_at"));
            case ON_NODE -> running(row, "node_heard_at");
            case ON_LEASE -> onLease(row);
            case COMPLETED -> new TaskState.Completed(StoredJson.readObject(row.getString("result")));
            case FAILED -> new TaskState.Failed(error(StoredObject.read(row.getString("result"))));
            case CANCELLED -> new TaskState.Cancelled();
            default -> throw new IllegalStateException("there is no state " + state);
        };
    }

    private static TaskState onLease(ResultSet row) throws SQLException {
        return Rows.optionalText(row, "holder").isPresent()
                ? running(row, "heard_at")
                : new TaskState.Sleeping(Rows.instant(row, "since"), Rows.instant(row, "ready_at"));
    }

    private static TaskState running(ResultSet row, String heardAt) throws SQLException {
        Instant since = Rows.instant(row, "since");
        Instant heartbeat =
                Rows.optionalInstant(row, heardAt).filter(since::isBefore).orElse(since);
        return new TaskState.Running(new Lease(row.getString("holder"), row.getInt("fence")), since, heartbeat);
    }

    private static List<PastAttempt> past(String attempts) {
        return StoredObject.readAll("[" + attempts + "]").stream()
                .map(one -> new PastAttempt(
                        one.integer("fence"),
                        instant(one.number("startedAt")),
                        instant(one.number("endedAt")),
                        error(one.object("error"))))
                .toList();
    }

    private static Instant instant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }

    private static TaskOptions options(ResultSet row) throws SQLException {
        Optional<StoredObject> stored = Rows.optionalText(row, "options").map(StoredObject::read);
        return new TaskOptions(
                Rows.optionalInstant(row, "start_at").map(StartTime.At::new),
                Rows.optionalText(row, "retry").map(TaskRows::retry),
                stored.flatMap(one -> one.optionalText("key").map(key -> new Concurrency(key, one.integer("limit")))),
                stored.flatMap(one -> one.optionalText("unique")),
                stored.flatMap(one -> one.optionalText("retriedFrom")).map(TaskId::new));
    }

    /** The options that both tables have in one column, and the hops of the actor; empty when the task has none of them. */
    static Optional<String> options(NewTask task) {
        TaskOptions options = task.spec().options();
        Map<String, Object> stored = StoredObject.of(
                "key",
                options.concurrency().map(Concurrency::key),
                "limit",
                options.concurrency().map(Concurrency::limit),
                "unique",
                options.unique(),
                "retriedFrom",
                options.retriedFrom().map(TaskId::value),
                HOPS,
                Optional.of(task.actor().hops()).filter(hops -> hops > 0));
        return stored.isEmpty() ? Optional.empty() : Optional.of(StoredJson.write(stored));
    }

    /** Writes a retry rule. */
    public static String retry(Retry rule) {
        return StoredJson.write(Map.of(
                "maxAttempts", rule.maxAttempts(),
                "firstMicros", micros(rule.pauses().first()),
                "factor", rule.pauses().factor(),
                "longestMicros", (Object) micros(rule.pauses().longest())));
    }

    /** Reads a retry rule. */
    public static Retry retry(String text) {
        StoredObject read = StoredObject.read(text);
        return new Retry(
                read.integer("maxAttempts"),
                new Backoff(
                        Duration.of(read.number("firstMicros"), ChronoUnit.MICROS),
                        ((Number) read.member("factor")).doubleValue(),
                        Duration.of(read.number("longestMicros"), ChronoUnit.MICROS)));
    }

    /** Reads how a task failed from its result. */
    public static TaskError readError(String result) {
        return error(StoredObject.read(result));
    }

    private static TaskError error(StoredObject read) {
        return new TaskError(read.text("code"), read.text("message"), new ErrorKind(read.integer("status")));
    }
}
