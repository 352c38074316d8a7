package dev.guildhall.persistence.response;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Erasure;
import dev.guildhall.persistence.db.Rows;
import dev.guildhall.persistence.secret.SecretBox;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.response.EventBatch;
import dev.guildhall.ports.response.ResponseId;
import dev.guildhall.ports.response.ResponseStatus;
import dev.guildhall.ports.response.ResponseStore;
import dev.guildhall.ports.response.StoredResponse;
import dev.guildhall.ports.task.TaskId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jdbi.v3.core.statement.StatementContext;
import org.jspecify.annotations.Nullable;

/** Stored answers in PostgreSQL. What they say is encrypted. */
public final class PgResponseStore implements ResponseStore {
    private static final String UNENDED = "user_id = :owner AND id = :id AND status IN ('QUEUED', 'IN_PROGRESS')";

    private static final String ADD = """
        INSERT INTO responses (user_id, id, previous, depth, created_at, status, task_id, length, sealed_request,
            sealed_input, sealed_answer)
        VALUES (:owner, :id, :previous, :depth, :createdAt, :status, :task, :length, :request, :input, :answer)
        """;

    /** The row is locked before: an append that another attempt has begun is part of the subquery, or has no effect. */
    private static final String BEGIN = """
        UPDATE responses SET status = 'IN_PROGRESS', task_id = :task, fence = :fence, first_event = greatest(first_event, (
            SELECT coalesce(max(last_number) + 1, 0) FROM response_events WHERE user_id = :owner AND response_id = :id))
        WHERE user_id = :owner AND id = :id RETURNING first_event
        """;

    private static final String CHAIN = """
        WITH RECURSIVE chain AS (
            SELECT r.*, 1 AS place FROM responses r WHERE r.user_id = :owner AND r.id = :id
            UNION ALL
            SELECT r.*, c.place + 1 FROM chain c JOIN responses r ON r.user_id = c.user_id AND r.id = c.previous
            WHERE c.place < :most)
        SELECT * FROM chain ORDER BY place
        """;

    private static final String APPEND = """
        INSERT INTO response_events (user_id, response_id, place, last_number, sealed_events)
        SELECT user_id, id, :place, :last, :events FROM responses
        WHERE user_id = :owner AND id = :id AND status IN ('QUEUED', 'IN_PROGRESS') AND task_id = :task AND fence = :fence
        FOR SHARE
        """;

    private final Db db;
    private final SecretBox box;

    public PgResponseStore(Db db, SecretBox box) {
        this.db = db;
        this.box = box;
    }

    /** The purpose for which the body of a request is encrypted; the keys are the owner and the answer. */
    public static String requestPurpose(String... key) {
        return "response:" + key[0] + ":" + key[1] + ":request";
    }

    /** The purpose for which the input of an answer is encrypted. */
    public static String inputPurpose(String... key) {
        return "response:" + key[0] + ":" + key[1] + ":input";
    }

    /** The purpose for which an answer is encrypted. */
    public static String answerPurpose(String... key) {
        return "response:" + key[0] + ":" + key[1] + ":answer";
    }

    /** The purpose for which events are encrypted; the last key is their place. */
    public static String eventsPurpose(String... key) {
        return "response:" + key[0] + ":" + key[1] + ":events:" + key[2];
    }

    @Override
    public void add(StoredResponse response) {
        String[] key = {response.owner().value(), response.id().value()};
        Map<String, @Nullable Object> values = new HashMap<>(Map.of(
                "owner", response.owner(),
                "id", response.id(),
                "depth", response.depth(),
                "createdAt", response.createdAt(),
                "status", response.status().name(),
                "length", response.length(),
                "input", box.seal(response.input(), inputPurpose(key)),
                "answer", box.seal(response.answer(), answerPurpose(key))));
        values.put("previous", response.previous().map(ResponseId::value).orElse(null));
        values.put("task", response.task().map(TaskId::value).orElse(null));
        values.put("request", response.isBackground() ? box.seal(response.request(), requestPurpose(key)) : null);
        db.update(ADD, values);
    }

    @Override
    public Optional<StoredResponse> find(UserId owner, ResponseId id) {
        String sql = "SELECT * FROM responses WHERE user_id = :owner AND id = :id";
        return db.find(sql, Map.of("owner", owner, "id", id), this::response);
    }

    @Override
    public List<StoredResponse> chain(UserId owner, ResponseId id, int most) {
        return db.list(CHAIN, Map.of("owner", owner, "id", id, "most", most), this::response);
    }

    @Override
    public OptionalInt begin(Attempt attempt) {
        String lock = "SELECT true FROM responses WHERE " + UNENDED
                + " AND (task_id IS NULL OR task_id = :task) AND fence < :fence FOR UPDATE";
        Map<String, Object> values = values(attempt);
        return db.inTransaction(() -> {
            if (!db.exists(lock, values)) {
                return OptionalInt.empty();
            }
            int first = db.one(BEGIN, values, Integer.class);
            db.update("DELETE FROM response_events WHERE user_id = :owner AND response_id = :id", values);
            return OptionalInt.of(first);
        });
    }

    private static Map<String, Object> values(Attempt attempt) {
        return new HashMap<>(Map.of(
                "owner", attempt.owner(),
                "id", attempt.id(),
                "task", attempt.task(),
                "fence", attempt.fence()));
    }

    @Override
    public boolean end(UserId owner, ResponseId id, ResponseStatus status, String answer) {
        String purpose = answerPurpose(owner.value(), id.value());
        return end(
                UNENDED,
                Map.of("owner", owner, "id", id, "status", status.name(), "answer", box.seal(answer, purpose)));
    }

    @Override
    public boolean end(Attempt attempt, ResponseStatus status, String answer) {
        String purpose = answerPurpose(attempt.owner().value(), attempt.id().value());
        Map<String, Object> values = values(attempt);
        values.putAll(Map.of("status", status.name(), "answer", box.seal(answer, purpose)));
        return end(UNENDED + " AND task_id = :task AND fence = :fence", values);
    }

    private boolean end(String which, Map<String, Object> values) {
        return db.update("UPDATE responses SET status = :status, sealed_answer = :answer WHERE " + which, values) == 1;
    }

    @Override
    public void append(Attempt attempt, EventBatch batch) {
        String place = "%010d".formatted(batch.first());
        String purpose = eventsPurpose(attempt.owner().value(), attempt.id().value(), place);
        Map<String, Object> values = values(attempt);
        values.putAll(Map.of("place", place, "last", batch.last(), "events", box.seal(batch.events(), purpose)));
        db.update(APPEND, values);
    }

    @Override
    public List<EventBatch> events(UserId owner, ResponseId id, int after, int most) {
        String sql = """
            SELECT * FROM response_events
            WHERE user_id = :owner AND response_id = :id AND last_number > :after ORDER BY place LIMIT :most
            """;
        return db.list(sql, Map.of("owner", owner, "id", id, "after", after, "most", most), this::batch);
    }

    @Override
    public boolean remove(UserId owner, ResponseId id) {
        return db.update("DELETE FROM responses WHERE user_id = :owner AND id = :id", Map.of("owner", owner, "id", id))
                == 1;
    }

    @Override
    public int count(UserId owner, int most) {
        String sql = "SELECT count(*) FROM (SELECT FROM responses WHERE user_id = :owner LIMIT :most) AS counted";
        return db.one(sql, Map.of("owner", owner, "most", most), Integer.class);
    }

    @Override
    public long bytesOf(UserId owner) {
        String sql = "SELECT coalesce(sum(length), 0) FROM responses WHERE user_id = :owner";
        return db.one(sql, Map.of("owner", owner), Long.class);
    }

    @Override
    public int sweep(Instant createdBefore, int most) {
        String sql = """
            DELETE FROM responses WHERE ctid = ANY(ARRAY(
                SELECT ctid FROM responses WHERE created_at < :before LIMIT :most FOR UPDATE SKIP LOCKED))
            """;
        return db.update(sql, Map.of("before", createdBefore, "most", most));
    }

    @Override
    public int erase(UserId user, int most) {
        return new Erasure(db, user, most)
                .from("response_events", "user_id")
                .from("responses", "user_id")
                .removed();
    }

    private StoredResponse response(ResultSet row, StatementContext context) throws SQLException {
        String[] key = {row.getString("user_id"), row.getString("id")};
        @Nullable String request = row.getString("sealed_request");
        return new StoredResponse(
                new ResponseId(key[1]),
                new UserId(key[0]),
                Optional.ofNullable(row.getString("previous")).map(ResponseId::new),
                row.getInt("depth"),
                Rows.instant(row, "created_at"),
                request == null ? "" : box.open(request, requestPurpose(key)),
                box.open(row.getString("sealed_input"), inputPurpose(key)),
                ResponseStatus.valueOf(row.getString("status")),
                box.open(row.getString("sealed_answer"), answerPurpose(key)),
                Optional.ofNullable(row.getString("task_id")).map(TaskId::new));
    }

    private EventBatch batch(ResultSet row, StatementContext context) throws SQLException {
        String place = row.getString("place");
        String purpose = eventsPurpose(row.getString("user_id"), row.getString("response_id"), place);
        return new EventBatch(
                Integer.parseInt(place), row.getInt("last_number"), box.open(row.getString("sealed_events"), purpose));
    }
}
