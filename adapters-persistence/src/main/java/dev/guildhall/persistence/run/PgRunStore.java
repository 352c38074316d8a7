package dev.guildhall.persistence.run;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Keyset;
import dev.guildhall.persistence.db.Rows;
import dev.guildhall.persistence.webhook.WebhookRows;
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
import dev.guildhall.ports.webhook.WebhookEvent;
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
import org.jdbi.v3.core.mapper.RowMapper;
import org.jdbi.v3.core.statement.StatementContext;

/** Test runs in PostgreSQL. A transaction locks the row of a run before it writes data of the run. */
public final class PgRunStore implements RunStore {

    private static final String ADD = """
        INSERT INTO runs (id, started_by, task_id, suite, request, status, platform, passed, failed, skipped, open, events,
            created_at)
        VALUES (:id, :startedBy, :taskId, :suite, :request, 'QUEUED', '', 0, 0, 0, 0, 0, :createdAt)
        ON CONFLICT (suite) WHERE status IN ('QUEUED', 'RUNNING') DO NOTHING
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

    static final String COUNTS = """
        SELECT wanted.status, counted.runs
        FROM unnest(:statuses) AS wanted (status)
        CROSS JOIN LATERAL (
            SELECT count(*) AS runs FROM (
                SELECT FROM runs
                WHERE (started_by, status) >= (:startedBy, wanted.status)
                    AND (started_by, status) <= (:startedBy, wanted.status)
                ORDER BY started_by DESC, status DESC LIMIT :most) r) counted
        WHERE counted.runs > 0
        """;

    static final String OUTCOMES = """
        SELECT outcome, count(*) AS runs FROM (
            SELECT outcome FROM runs
            WHERE (started_by, status) >= (:startedBy, 'COMPLETED') AND (started_by, status) <= (:startedBy, 'COMPLETED')
            ORDER BY started_by DESC, status DESC LIMIT :most) r
        GROUP BY outcome
        """;

    private static final String PUBLISH = WebhookRows.publish(
            "SELECT started_by AS owner, CAST(:event AS text) AS event, id AS subject FROM runs WHERE id = :id");

    private final Db db;
    private final RunEventRows rows;

    public PgRunStore(Db db) {
        this.db = db;
        rows = new RunEventRows(db);
    }

    @Override
    public boolean add(Run run) {
        return db.inTransaction(() -> {
            Map<String, ?> values =
                    Map.of("suite", run.request().suite(), "request", StoredRunJson.write(run.request()));
            boolean added = db.update(ADD, values, run) == 1;
            if (added) {
                rows.append(run.id(), 0, List.of(new RunEvent.StatusChanged(run.state())));
            }
            return added;
        });
    }

    @Override
    public Optional<Run> find(RunId id) {
        return db.find("SELECT * FROM runs WHERE id = :id", Map.of("id", id), PgRunStore::run);
    }

    @Override
    public Optional<Run> findByTask(TaskId task) {
        return db.find("SELECT * FROM runs WHERE task_id = :id", Map.of("id", task), PgRunStore::run);
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
        boolean none = filter.outcome().isPresent()
                && filter.status()
                        .filter(status -> status != RunStatus.COMPLETED)
                        .isPresent();
        return none
                ? new Page<>(List.of(), Optional.empty())
                : Page.cut(db.oneMore("runs", keyset(filter), page, PgRunStore::run), page.limit(), Run::id);
    }

    /** Only completed runs have an outcome. */
    private static Keyset keyset(RunFilter filter) {
        Optional<RunStatus> status = filter.outcome().isPresent() ? Optional.empty() : filter.status();
        return new Keyset()
                .filter("suite", filter.suite())
                .filter("status", status)
                .filter("outcome", filter.outcome());
    }

    @Override
    public List<Run> active() {
        String sql = "SELECT * FROM runs WHERE status IN ('QUEUED', 'RUNNING') ORDER BY id LIMIT :most";
        return db.list(sql, Map.of("most", SuiteCatalog.MOST), PgRunStore::run);
    }

    private Optional<Integer> lock(RunId id, String... statuses) {
        String sql = "SELECT events FROM runs WHERE id = :id AND status = ANY(:statuses) FOR UPDATE";
        return db.find(sql, Map.of("id", id, "statuses", statuses), Integer.class);
    }

    @Override
    public boolean begin(RunId id, Instant at) {
        return db.inTransaction(() -> {
            Optional<Integer> events = lock(id, "QUEUED");
            events.ifPresent(last -> {
                db.update(
                        "UPDATE runs SET status = 'RUNNING', started_at = :at WHERE id = :id",
                        Map.of("id", id, "at", at));
                rows.append(id, last, List.of(new RunEvent.StatusChanged(new RunState.Running())));
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
        return db.inTransaction(() -> {
            lock(id, "QUEUED", "RUNNING").ifPresent(last -> {
                Optional<RunError> error = StoredRunJson.error(state);
                db.update(
                        sql,
                        Map.of(
                                "id", id,
                                "status", state.status().name(),
                                "outcome", StoredRunJson.outcome(state),
                                "code", error.map(known -> known.code().name()),
                                "error", error.map(RunError::message),
                                "at", at));
                rows.append(id, last, List.of(new RunEvent.StatusChanged(state)));
                db.update(PUBLISH, Map.of("id", id, "event", WebhookEvent.of("run", state.status())));
            });
            return find(id);
        });
    }

    @Override
    public boolean record(RunId id, List<RunEvent> events) {
        return db.inTransaction(() -> {
            Optional<Integer> last = lock(id, "RUNNING");
            last.ifPresent(number -> {
                events.forEach(event -> rows.apply(id, event));
                rows.append(id, number, events);
            });
            return last.isPresent();
        });
    }

    @Override
    public List<TestResult> tests(RunId id) {
        return items(id, RunEventRows.TEST, (row, _) -> StoredRunJson.result(row.getString("data")));
    }

    @Override
    public List<Screenshot> screenshots(RunId id) {
        return items(
                id,
                RunEventRows.SCREENSHOT,
                (row, _) -> StoredRunJson.screenshot(row.getString("data"), Rows.optionalText(row, "approval")));
    }

    @Override
    public List<Artifact> artifacts(RunId id) {
        return items(id, RunEventRows.ARTIFACT, (row, _) -> StoredRunJson.artifact(row.getString("data"))).stream()
                .sorted(Comparator.comparing(Artifact::name))
                .toList();
    }

    private <T> List<T> items(RunId id, String kind, RowMapper<T> mapper) {
        String sql = "SELECT * FROM run_items WHERE run_id = :id AND kind = :kind ORDER BY number";
        return db.list(sql, Map.of("id", id, "kind", kind), mapper);
    }

    @Override
    public List<NumberedEvent> events(RunId id, int after, int most) {
        String sql = "SELECT * FROM run_events WHERE run_id = :id AND number > :after ORDER BY number LIMIT :most";
        return db.list(sql, Map.of("id", id, "after", after, "most", most), PgRunStore::event);
    }

    @Override
    public Optional<NumberedEvent> lastEvent(RunId id) {
        String sql = "SELECT * FROM run_events WHERE run_id = :id ORDER BY number DESC LIMIT 1";
        return db.find(sql, Map.of("id", id), PgRunStore::event);
    }

    private static NumberedEvent event(ResultSet row, StatementContext context) throws SQLException {
        return new NumberedEvent(row.getInt("number"), StoredRunJson.event(row.getString("data")));
    }

    @Override
    public boolean approve(RunId id, Screenshot.Key screenshot, Screenshot.Approval approval) {
        String sql = """
            UPDATE run_items SET approval = :approval
            WHERE run_id = :id AND kind = 'screenshot' AND key = :key AND approval IS NULL
            """;
        Map<String, ?> parameters =
                Map.of("id", id, "key", RunEventRows.key(screenshot), "approval", StoredRunJson.write(approval));
        return db.update(sql, parameters) == 1;
    }

    @Override
    public Map<SuiteName, Summary> summaries(List<SuiteName> suites, int averaged) {
        return db.map(SUMMARIES, Map.of("suites", suites, "averaged", averaged), (row, context) -> {
            Optional<Duration> average =
                    Optional.ofNullable(row.getObject("average_ms", Long.class)).map(Duration::ofMillis);
            Run last = run(row, context);
            return Map.entry(last.request().suite(), new Summary(last, average));
        });
    }

    @Override
    public List<TestResult> history(SuiteName suite, int most) {
        return db.list(
                HISTORY,
                Map.of("suite", suite, "kind", RunEventRows.TEST, "most", most),
                (row, _) -> StoredRunJson.result(row.getString("data")));
    }

    @Override
    public int prune(Instant before, int most) {
        String sql = """
            DELETE FROM runs WHERE id = ANY(ARRAY(
                SELECT id FROM runs WHERE completed_at < :before ORDER BY completed_at LIMIT :most FOR UPDATE SKIP LOCKED))
            """;
        return db.update(sql, Map.of("before", before, "most", most));
    }

    @Override
    public boolean refers(RunId id, Sha256 content) {
        String sql = "SELECT 1 FROM run_content WHERE run_id = :id AND sha256 = :content LIMIT 1";
        return db.exists(sql, Map.of("id", id, "content", content));
    }

    @Override
    public Map<RunStatus, Long> counts(UserId startedBy, Set<RunStatus> statuses, int most) {
        return db.map(
                COUNTS,
                Map.of("startedBy", startedBy, "statuses", Rows.each(statuses, RunStatus::name), "most", most),
                (row, _) -> Map.entry(RunStatus.valueOf(row.getString("status")), row.getLong("runs")));
    }

    @Override
    public Map<Outcome, Long> outcomes(UserId startedBy, int most) {
        return db.map(
                OUTCOMES,
                Map.of("startedBy", startedBy, "most", most),
                (row, _) -> Map.entry(Outcome.valueOf(row.getString("outcome")), row.getLong("runs")));
    }

    @Override
    public Set<Sha256> used(Set<Sha256> some) {
        String sql = """
            SELECT c FROM unnest(:some) AS c WHERE EXISTS (SELECT FROM run_content WHERE sha256 = c)
            """;
        return new HashSet<>(db.list(sql, Map.of("some", some), Sha256.class));
    }
}
