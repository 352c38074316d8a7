package dev.guildhall.persistence.run;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Rows;
import dev.guildhall.ports.Cursor;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.run.Artifact;
import dev.guildhall.ports.run.NumberedEvent;
import dev.guildhall.ports.run.Outcome;
import dev.guildhall.ports.run.Run;
import dev.guildhall.ports.run.RunError;
import dev.guildhall.ports.run.RunEvent;
import dev.guildhall.ports.run.RunFilter;
import dev.guildhall.ports.run.RunId;
import dev.guildhall.ports.run.RunState;
import dev.guildhall.ports.run.RunStatus;
import dev.guildhall.ports.run.RunStore;
import dev.guildhall.ports.run.Screenshot;
import dev.guildhall.ports.run.Sha256;
import dev.guildhall.ports.run.SuiteCatalog;
import dev.guildhall.ports.run.SuiteName;
import dev.guildhall.ports.run.TestCounts;
import dev.guildhall.ports.run.TestResult;
import dev.guildhall.ports.task.TaskId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.mapper.RowMapper;
import org.jdbi.v3.core.statement.StatementContext;

/** Test runs in PostgreSQL. A transaction locks the row of a run before it writes data of the run. Thread-safe. */
public final class PgRunStore implements RunStore {

    private static final String ADD = """
        INSERT INTO runs (id, started_by, task_id, suite, request, status, platform, passed, failed, skipped, open, events,
            created_at)
        VALUES (:id, :startedBy, :taskId, :suite, :request, 'QUEUED', '', 0, 0, 0, 0, 0, :createdAt)
        ON CONFLICT (suite) WHERE status IN ('QUEUED', 'RUNNING') DO NOTHING
        """;

    private static final String LIST = """
        SELECT * FROM runs
        WHERE (CAST(:suite AS text) IS NULL OR suite = :suite)
            AND (CAST(:status AS text) IS NULL OR status = :status)
            AND (CAST(:outcome AS text) IS NULL OR outcome = :outcome)
            AND (CAST(:behind AS text) IS NULL OR id < :behind)
        ORDER BY id DESC LIMIT :oneMore
        """;

    /**
     * The two bounds express an equality. With an equality the planner may read all runs from the newest to the oldest,
     * for example for a suite without runs. The order by suite and identifier prevents that plan.
     */
    static final String SUMMARIES = """
        SELECT newest.*, durations.average_ms
        FROM unnest(:suites) AS wanted (suite)
        CROSS JOIN LATERAL (
            SELECT * FROM runs WHERE suite >= wanted.suite AND suite <= wanted.suite
            ORDER BY suite DESC, id DESC LIMIT 1) AS newest
        CROSS JOIN LATERAL (
            SELECT CAST(floor(avg(greatest(0, extract(epoch FROM completed_at - started_at))) * 1000) AS bigint) AS average_ms
            FROM (
                SELECT started_at, completed_at FROM runs
                WHERE suite >= wanted.suite AND suite <= wanted.suite AND status = 'COMPLETED'
                ORDER BY suite DESC, id DESC LIMIT :averaged) AS completed) AS durations
        """;

    static final String HISTORY = """
        SELECT data
        FROM (SELECT id FROM runs WHERE suite = :suite AND status = 'COMPLETED' ORDER BY id DESC LIMIT :most) AS completed
        JOIN run_items ON run_id = id AND kind = :kind
        ORDER BY id DESC, number
        """;

    private final Db db;

    public PgRunStore(Db db) {
        this.db = db;
    }

    @Override
    public boolean add(Run run) {
        return db.atomically(handle -> {
            boolean added = handle.createUpdate(ADD)
                            .bind("id", run.id().value())
                            .bind("startedBy", run.startedBy().value())
                            .bind("taskId", run.taskId().value())
                            .bind("suite", run.request().suite().value())
                            .bind("request", StoredRunJson.write(run.request()))
                            .bind("createdAt", run.createdAt())
                            .execute()
                    == 1;
            if (added) {
                RunEventRows.append(handle, run.id(), 0, List.of(new RunEvent.Moved(run.state())));
            }
            return added;
        });
    }

    @Override
    public Optional<Run> find(RunId id) {
        return one("SELECT * FROM runs WHERE id = :id", id.value());
    }

    @Override
    public Optional<Run> findByTask(TaskId task) {
        return one("SELECT * FROM runs WHERE task_id = :id", task.value());
    }

    private Optional<Run> one(String sql, String id) {
        return db.with(handle ->
                handle.createQuery(sql).bind("id", id).map(PgRunStore::run).findOne());
    }

    private static Run run(ResultSet row, StatementContext context) throws SQLException {
        int passed = row.getInt("passed");
        int failed = row.getInt("failed");
        int skipped = row.getInt("skipped");
        int open = row.getInt("open");
        return new Run(
                new RunId(row.getString("id")),
                new UserId(row.getString("started_by")),
                new TaskId(row.getString("task_id")),
                StoredRunJson.request(row.getString("request")),
                StoredRunJson.state(
                        RunStatus.valueOf(row.getString("status")),
                        Rows.optionalText(row, "outcome"),
                        Rows.optionalText(row, "error_code"),
                        Rows.optionalText(row, "error")),
                row.getString("platform"),
                new TestCounts(passed + failed + skipped + open, passed, failed, skipped, open),
                Rows.instant(row, "created_at"),
                Rows.optionalInstant(row, "started_at"),
                Rows.optionalInstant(row, "completed_at"));
    }

    @Override
    public Page<Run> list(RunFilter filter, PageRequest page) {
        List<Run> oneMore = db.with(handle -> handle.createQuery(LIST)
                .bind("suite", filter.suite().map(SuiteName::value))
                .bind("status", filter.status().map(RunStatus::name))
                .bind("outcome", filter.outcome().map(Outcome::name))
                .bind("behind", page.cursor().map(Cursor::lastId))
                .bind("oneMore", page.limit().value() + 1)
                .map(PgRunStore::run)
                .list());
        return Page.cut(oneMore, page.limit(), Run::id);
    }

    @Override
    public List<Run> active() {
        String sql = "SELECT * FROM runs WHERE status IN ('QUEUED', 'RUNNING') ORDER BY id LIMIT :most";
        return db.with(handle -> handle.createQuery(sql)
                .bind("most", SuiteCatalog.MOST)
                .map(PgRunStore::run)
                .list());
    }

    /**
     * Locks a run that has one of these states until the transaction ends, and returns the number of its last event.
     */
    private static Optional<Integer> lock(Handle handle, RunId id, String... statuses) {
        return handle.createQuery("SELECT events FROM runs WHERE id = :id AND status = ANY(:statuses) FOR UPDATE")
                .bind("id", id.value())
                .bind("statuses", statuses)
                .mapTo(Integer.class)
                .findOne();
    }

    @Override
    public boolean begin(RunId id, Instant at) {
        return db.atomically(handle -> {
            Optional<Integer> events = lock(handle, id, "QUEUED");
            events.ifPresent(last -> {
                handle.createUpdate("UPDATE runs SET status = 'RUNNING', started_at = :at WHERE id = :id")
                        .bind("id", id.value())
                        .bind("at", at)
                        .execute();
                RunEventRows.append(handle, id, last, List.of(new RunEvent.Moved(new RunState.Running())));
            });
            return events.isPresent();
        });
    }

    @Override
    public Optional<Run> end(RunId id, RunState.Ended state, Instant at) {
        String sql = """
            UPDATE runs SET status = :status, outcome = :outcome, error_code = :code, error = :error, completed_at = :at
            WHERE id = :id
            """;
        return db.atomically(handle -> {
            lock(handle, id, "QUEUED", "RUNNING").ifPresent(last -> {
                handle.createUpdate(sql)
                        .bind("id", id.value())
                        .bind("status", state.status().name())
                        .bind("outcome", StoredRunJson.outcome(state))
                        .bind(
                                "code",
                                StoredRunJson.error(state)
                                        .map(error -> error.code().name()))
                        .bind("error", StoredRunJson.error(state).map(RunError::message))
                        .bind("at", at)
                        .execute();
                RunEventRows.append(handle, id, last, List.of(new RunEvent.Moved(state)));
            });
            return find(id);
        });
    }

    @Override
    public boolean record(RunId id, List<RunEvent> events) {
        return db.atomically(handle -> {
            Optional<Integer> last = lock(handle, id, "RUNNING");
            last.ifPresent(number -> {
                events.forEach(event -> RunEventRows.apply(handle, id, event));
                RunEventRows.append(handle, id, number, events);
            });
            return last.isPresent();
        });
    }

    @Override
    public List<TestResult> tests(RunId id) {
        return items(id, RunEventRows.TEST, (row, context) -> StoredRunJson.result(row.getString("data")));
    }

    @Override
    public List<Screenshot> screenshots(RunId id) {
        return items(
                id,
                RunEventRows.SCREENSHOT,
                (row, context) -> StoredRunJson.screenshot(row.getString("data"), Rows.optionalText(row, "approval")));
    }

    @Override
    public List<Artifact> artifacts(RunId id) {
        return items(id, RunEventRows.ARTIFACT, (row, context) -> StoredRunJson.artifact(row.getString("data")))
                .stream()
                .sorted(Comparator.comparing(Artifact::name))
                .toList();
    }

    private <T> List<T> items(RunId id, String kind, RowMapper<T> mapper) {
        String sql = "SELECT * FROM run_items WHERE run_id = :id AND kind = :kind ORDER BY number";
        return db.with(handle -> handle.createQuery(sql)
                .bind("id", id.value())
                .bind("kind", kind)
                .map(mapper)
                .list());
    }

    @Override
    public List<NumberedEvent> events(RunId id, int after, int most) {
        String sql = "SELECT * FROM run_events WHERE run_id = :id AND number > :after ORDER BY number LIMIT :most";
        return db.with(handle -> handle.createQuery(sql)
                .bind("id", id.value())
                .bind("after", after)
                .bind("most", most)
                .map(PgRunStore::event)
                .list());
    }

    @Override
    public Optional<NumberedEvent> lastEvent(RunId id) {
        String sql = "SELECT * FROM run_events WHERE run_id = :id ORDER BY number DESC LIMIT 1";
        return db.with(handle -> handle.createQuery(sql)
                .bind("id", id.value())
                .map(PgRunStore::event)
                .findOne());
    }

    private static NumberedEvent event(ResultSet row, StatementContext context) throws SQLException {
        return new NumberedEvent(row.getInt("number"), StoredRunJson.event(row.getString("data")));
    }

    @Override
    public boolean approve(RunId id, Screenshot.Key picture, Screenshot.Approval approval) {
        String sql = """
            UPDATE run_items SET approval = :approval
            WHERE run_id = :id AND kind = 'screenshot' AND key = :key AND approval IS NULL
            """;
        return db.with(handle -> handle.createUpdate(sql)
                        .bind("id", id.value())
                        .bind("key", RunEventRows.key(picture))
                        .bind("approval", StoredRunJson.write(approval))
                        .execute()
                == 1);
    }

    @Override
    public Map<SuiteName, Summary> summaries(List<SuiteName> suites, int averaged) {
        return db.with(handle -> handle.createQuery(SUMMARIES)
                .bind("suites", suites.stream().map(SuiteName::value).toArray(String[]::new))
                .bind("averaged", averaged)
                .map((row, context) -> new Summary(
                        run(row, context),
                        Optional.ofNullable(row.getObject("average_ms", Long.class))
                                .map(Duration::ofMillis)))
                .collectToMap(summary -> summary.last().request().suite(), Function.identity()));
    }

    @Override
    public List<TestResult> history(SuiteName suite, int most) {
        return db.with(handle -> handle.createQuery(HISTORY)
                .bind("suite", suite.value())
                .bind("kind", RunEventRows.TEST)
                .bind("most", most)
                .map((row, context) -> StoredRunJson.result(row.getString("data")))
                .list());
    }

    @Override
    public int prune(Instant before, int most) {
        String sql = """
            DELETE FROM runs WHERE id = ANY(ARRAY(
                SELECT id FROM runs WHERE completed_at < :before ORDER BY completed_at LIMIT :most FOR UPDATE SKIP LOCKED))
            """;
        return db.with(handle -> handle.createUpdate(sql)
                .bind("before", before)
                .bind("most", most)
                .execute());
    }

    @Override
    public boolean refers(RunId id, Sha256 content) {
        String sql = "SELECT EXISTS (SELECT FROM run_content WHERE run_id = :id AND sha256 = :content)";
        return db.with(handle -> handle.createQuery(sql)
                .bind("id", id.value())
                .bind("content", content.value())
                .mapTo(Boolean.class)
                .one());
    }

    @Override
    public Map<RunStatus, Long> counts() {
        return db.with(handle -> handle.createQuery("SELECT status, count(*) AS runs FROM runs GROUP BY status")
                .map((row, context) -> Map.entry(RunStatus.valueOf(row.getString("status")), row.getLong("runs")))
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue)));
    }

    @Override
    public Set<Sha256> used(Set<Sha256> some) {
        String sql = """
            SELECT c FROM unnest(:some) AS c
            WHERE EXISTS (SELECT FROM run_content WHERE sha256 = c) OR EXISTS (SELECT FROM baselines WHERE sha256 = c)
            """;
        return new HashSet<>(db.with(handle -> handle.createQuery(sql)
                .bind("some", some.stream().map(Sha256::value).toArray(String[]::new))
                .mapTo(String.class)
                .map(Sha256::new)
                .list()));
    }
}
