package dev.guildhall.persistence.evaluation;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Erasure;
import dev.guildhall.persistence.db.Rows;
import dev.guildhall.ports.AssistantId;
import dev.guildhall.ports.AssistantVersion;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.evaluation.CaseId;
import dev.guildhall.ports.evaluation.CaseResult;
import dev.guildhall.ports.evaluation.Evaluation;
import dev.guildhall.ports.evaluation.EvaluationCase;
import dev.guildhall.ports.evaluation.EvaluationId;
import dev.guildhall.ports.evaluation.EvaluationStore;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskStatus;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jdbi.v3.core.statement.StatementContext;
import org.jspecify.annotations.Nullable;

/** Cases and evaluations in PostgreSQL, which removes them with their assistants. */
public final class PgEvaluationStore implements EvaluationStore {
    private static final String ADD_CASE = """
        INSERT INTO evaluation_cases (id, assistant_id, definition, created_at)
        SELECT :id, id, :definition, :createdAt FROM assistants WHERE id = :assistant FOR KEY SHARE
        """;

    private static final String ADD = """
        INSERT INTO evaluations (id, assistant_id, version, user_id, counts_for, task_id, cases, status, created_at)
        SELECT :id, id, :version, :user, %s, :task, :cases, 'QUEUED', :createdAt
        FROM assistants WHERE id = :assistant FOR KEY SHARE
        """.formatted(Rows.COUNTS_FOR);

    private static final String COUNTED = "assistant_id = :assistant AND coalesce(counts_for, user_id) = :counted";

    private static final String PRUNE = """
        DELETE FROM evaluations WHERE id IN (
            SELECT id FROM evaluations WHERE %1$s AND status <> 'QUEUED' ORDER BY id
            LIMIT greatest(0, (SELECT count(*) FROM evaluations WHERE %1$s) - :most))
        """.formatted(COUNTED);

    /** Waits for an attempt that begins, and is refused after it. */
    private static final String ADD_RESULT = """
        INSERT INTO evaluation_results (evaluation_id, case_id, passed, answer, reasons, tools_used)
        SELECT id, :case, :passed, :answer, :reasons, :toolsUsed FROM evaluations
        WHERE id = :id AND fence = :fence AND status = 'QUEUED' FOR SHARE
        ON CONFLICT DO NOTHING
        """;

    private final Db db;

    public PgEvaluationStore(Db db) {
        this.db = db;
    }

    @Override
    public int countCases(AssistantId assistant) {
        return db.one(
                "SELECT count(*) FROM evaluation_cases WHERE assistant_id = :assistant",
                Map.of("assistant", assistant),
                Integer.class);
    }

    @Override
    public void add(EvaluationCase added) {
        db.update(
                ADD_CASE,
                Map.of(
                        "id", added.id(),
                        "assistant", added.assistant(),
                        "definition", CaseDefinitionJson.write(added.definition()),
                        "createdAt", added.createdAt()));
    }

    @Override
    public Optional<EvaluationCase> find(AssistantId assistant, CaseId id) {
        String sql = "SELECT * FROM evaluation_cases WHERE id = :id AND assistant_id = :assistant";
        return db.find(sql, Map.of("id", id, "assistant", assistant), PgEvaluationStore::evaluationCase);
    }

    @Override
    public boolean remove(AssistantId assistant, CaseId id) {
        String sql = "DELETE FROM evaluation_cases WHERE id = :id AND assistant_id = :assistant";
        return db.update(sql, Map.of("id", id, "assistant", assistant)) == 1;
    }

    @Override
    public Page<EvaluationCase> cases(AssistantId assistant, PageRequest page) {
        String sql = """
            SELECT * FROM evaluation_cases
            WHERE assistant_id = :assistant AND (CAST(:behind AS text) IS NULL OR id < :behind)
            ORDER BY id DESC LIMIT :oneMore
            """;
        return Page.cut(
                db.oneMore(sql, Map.of("assistant", assistant), page, PgEvaluationStore::evaluationCase),
                page.limit(),
                EvaluationCase::id);
    }

    @Override
    public List<CaseId> caseIds(AssistantId assistant, int most) {
        String sql = "SELECT id FROM evaluation_cases WHERE assistant_id = :assistant ORDER BY id LIMIT :most";
        return db.list(sql, Map.of("assistant", assistant, "most", most), (row, _) -> new CaseId(row.getString("id")));
    }

    private static EvaluationCase evaluationCase(ResultSet row, StatementContext context) throws SQLException {
        return new EvaluationCase(
                new CaseId(row.getString("id")),
                new AssistantId(row.getString("assistant_id")),
                CaseDefinitionJson.read(row.getString("definition")),
                Rows.instant(row, "created_at"));
    }

    @Override
    public void add(Evaluation evaluation) {
        Map<String, @Nullable Object> values = new HashMap<>(Map.of(
                "id", evaluation.id(),
                "assistant", evaluation.assistant().id(),
                "version", evaluation.assistant().version(),
                "user", evaluation.user(),
                "countsFor", evaluation.countsFor(),
                "task", evaluation.task(),
                "cases", evaluation.cases().stream().map(CaseId::value).toArray(String[]::new),
                "createdAt", evaluation.createdAt()));
        db.update(ADD, values);
    }

    @Override
    public Optional<Evaluation> find(AssistantId assistant, EvaluationId id) {
        String sql = "SELECT * FROM evaluations WHERE id = :id AND assistant_id = :assistant";
        return db.find(sql, Map.of("id", id, "assistant", assistant), PgEvaluationStore::evaluation)
                .map(this::whole);
    }

    @Override
    public Optional<Evaluation> ofTask(TaskId task) {
        String sql = "SELECT * FROM evaluations WHERE task_id = :task";
        return db.find(sql, Map.of("task", task), PgEvaluationStore::evaluation).map(this::whole);
    }

    private Evaluation whole(Evaluation evaluation) {
        return withResults(List.of(evaluation), "answer").getFirst();
    }

    private List<Evaluation> withResults(List<Evaluation> evaluations, String answer) {
        String sql = """
            SELECT evaluation_id, case_id, passed, %s AS answer, reasons, tools_used FROM evaluation_results
            WHERE evaluation_id = ANY(:ids) ORDER BY evaluation_id, case_id
            """.formatted(answer);
        List<String> ids = evaluations.stream().map(one -> one.id().value()).toList();
        Map<String, List<OfEvaluation>> results = db.list(sql, Map.of("ids", ids), PgEvaluationStore::result).stream()
                .collect(Collectors.groupingBy(OfEvaluation::evaluation));
        return evaluations.stream()
                .map(one -> one.with(results.getOrDefault(one.id().value(), List.of()).stream()
                        .map(OfEvaluation::result)
                        .toList()))
                .toList();
    }

    private record OfEvaluation(String evaluation, CaseResult result) {}

    private static OfEvaluation result(ResultSet row, StatementContext context) throws SQLException {
        return new OfEvaluation(
                row.getString("evaluation_id"),
                new CaseResult(
                        new CaseId(row.getString("case_id")),
                        row.getBoolean("passed"),
                        row.getString("answer"),
                        Rows.texts(row, "reasons"),
                        Rows.texts(row, "tools_used")));
    }

    @Override
    public Page<Evaluation> list(AssistantId assistant, UserId user, PageRequest page) {
        String sql = """
            SELECT * FROM evaluations WHERE assistant_id = :assistant AND user_id = :user
            AND (CAST(:behind AS text) IS NULL OR id < :behind) ORDER BY id DESC LIMIT :oneMore
            """;
        Map<String, Object> values = Map.of("assistant", assistant, "user", user);
        Page<Evaluation> found =
                Page.cut(db.oneMore(sql, values, page, PgEvaluationStore::evaluation), page.limit(), Evaluation::id);
        return new Page<>(withResults(found.items(), "left(answer, " + LISTED_ANSWER + ")"), found.next());
    }

    @Override
    public List<Evaluation> unended(Optional<EvaluationId> after, int most) {
        String sql = """
            SELECT * FROM evaluations WHERE status = 'QUEUED' AND id > :after ORDER BY id LIMIT :most
            """;
        Map<String, Object> values =
                Map.of("after", after.map(EvaluationId::value).orElse(""), "most", most);
        return db.list(sql, values, PgEvaluationStore::evaluation);
    }

    private static Evaluation evaluation(ResultSet row, StatementContext context) throws SQLException {
        Optional<String> error = Rows.optionalText(row, "error");
        return new Evaluation(
                new EvaluationId(row.getString("id")),
                new AssistantVersion(new AssistantId(row.getString("assistant_id")), row.getInt("version")),
                new UserId(row.getString("user_id")),
                Rows.optionalText(row, "counts_for").map(UserId::new),
                new TaskId(row.getString("task_id")),
                Rows.texts(row, "cases").stream().map(CaseId::new).toList(),
                TaskStatus.valueOf(row.getString("status")),
                Rows.optionalInstant(row, "ended_at").map(at -> new Evaluation.End(error, at)),
                List.of(),
                Rows.instant(row, "created_at"));
    }

    @Override
    public int prune(AssistantId assistant, UserId counted, int most) {
        Map<String, Object> values = Map.of("assistant", assistant, "counted", counted, "most", most);
        return db.inTransaction(() -> {
            db.update(PRUNE, values);
            return db.one("SELECT count(*) FROM evaluations WHERE " + COUNTED, values, Integer.class);
        });
    }

    @Override
    public boolean begin(Attempt attempt) {
        String sql = "UPDATE evaluations SET fence = :fence WHERE id = :id AND fence < :fence AND status = 'QUEUED'";
        return db.update(sql, Map.of("id", attempt.id(), "fence", attempt.fence())) == 1;
    }

    @Override
    public boolean add(Attempt attempt, CaseResult result) {
        return db.update(
                        ADD_RESULT,
                        Map.of(
                                "id", attempt.id(),
                                "fence", attempt.fence(),
                                "case", result.caseId(),
                                "passed", result.passed(),
                                "answer", result.answer(),
                                "reasons", result.reasons().toArray(String[]::new),
                                "toolsUsed", result.toolsUsed().toArray(String[]::new)))
                == 1;
    }

    @Override
    public void end(EvaluationId id, TaskStatus status, Evaluation.End end) {
        String sql = """
            UPDATE evaluations SET status = :status, error = :error, ended_at = :at WHERE id = :id AND status = 'QUEUED'
            """;
        db.update(sql, Map.of("id", id, "status", status.name(), "error", end.error(), "at", end.at()));
    }

    @Override
    public int erase(UserId user, int most) {
        return new Erasure(db, user, most)
                .from(Erasure.Tree.of(
                        "evaluations", "user_id", new Erasure.Table("evaluation_results", "evaluation_id")))
                .release("evaluations")
                .removed();
    }
}
