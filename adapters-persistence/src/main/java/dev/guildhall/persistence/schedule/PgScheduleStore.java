package dev.guildhall.persistence.schedule;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Erasure;
import dev.guildhall.persistence.db.Rows;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.schedule.Schedule;
import dev.guildhall.ports.schedule.ScheduleId;
import dev.guildhall.ports.schedule.ScheduleStart;
import dev.guildhall.ports.schedule.ScheduleStore;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.statement.StatementContext;

/** Schedules in PostgreSQL, whose clock decides what is due. Keys remove their schedules by a foreign key. */
public final class PgScheduleStore implements ScheduleStore {
    private static final String LOOK = """
        UPDATE schedule_looks SET
            gap_from = CASE WHEN looked_at < clock_timestamp() - interval '%1$d seconds' THEN looked_at ELSE gap_from END,
            gap_until = CASE WHEN looked_at < clock_timestamp() - interval '%1$d seconds' THEN clock_timestamp() ELSE gap_until END,
            looked_at = clock_timestamp()
        RETURNING clock_timestamp() AS now, gap_from, gap_until
        """.formatted(MOST_BETWEEN_LOOKS.toSeconds());

    private static final String ADD = """
        INSERT INTO schedules (id, owner, profile_id, key_id, counts_for, name, cron, every_seconds, at, zone, overlap, catch_up,
            start_kind, start_body, enabled, anchor, next_at, look_at, created_at, updated_at)
        SELECT :id, :owner, :profile, :key, %s, :name, :cron, CAST(:every AS integer), :at, :zone, :overlap, :catchUp,
            :startKind, :startBody, :enabled, :anchor, :nextAt, :nextAt, :createdAt, :updatedAt
        WHERE (SELECT count(*) FROM (
            SELECT 1 FROM schedules WHERE owner = :counted AND counts_for IS NULL
            UNION ALL SELECT 1 FROM schedules WHERE counts_for = :counted) AS known) < :most
        """.formatted(Rows.COUNTS_FOR);

    private static final String REPLACE = """
        UPDATE schedules SET name = :name, cron = :cron, every_seconds = CAST(:every AS integer), at = :at, zone = :zone,
            overlap = :overlap, catch_up = :catchUp, start_kind = :startKind, start_body = :startBody, enabled = :enabled,
            anchor = :anchor, next_at = :nextAt, updated_at = :updatedAt,
            look_at = CASE WHEN EXISTS (SELECT 1 FROM schedule_starts WHERE schedule_id = :id AND status = 'PENDING')
                THEN clock_timestamp() ELSE CAST(:nextAt AS timestamptz) END
        WHERE id = :id
        """;

    private static final String ADD_START = """
        INSERT INTO schedule_starts (schedule_id, due_at, by_hand, status, work_kind, work_id, work_task, reason, error_code, error_message,
            settled_at)
        VALUES (:schedule, :dueAt, :byHand, :status, :kind, :work, :task, :reason, :code, :message, :at)
        ON CONFLICT DO NOTHING
        """;

    private static final String PRUNE = """
        DELETE FROM schedule_starts WHERE schedule_id = :id AND status <> 'PENDING' AND due_at < (
            SELECT due_at FROM schedule_starts WHERE schedule_id = :id AND status <> 'PENDING'
            ORDER BY due_at DESC OFFSET :kept - 1 LIMIT 1)
        """;

    private static final String SETTLE = """
        UPDATE schedule_starts SET status = :status, work_kind = :kind, work_id = :work, work_task = :task, reason = :reason, error_code = :code,
            error_message = :message, settled_at = :at
        WHERE schedule_id = :schedule AND due_at = :dueAt AND by_hand = :byHand AND status = 'PENDING'
        """;

    private final Db db;

    public PgScheduleStore(Db db) {
        this.db = db;
    }

    @Override
    public Look look() {
        return db.find(LOOK, Map.of(), PgScheduleStore::look).orElseThrow();
    }

    private static Look look(ResultSet row, StatementContext context) throws SQLException {
        Optional<Instant> from = Rows.optionalInstant(row, "gap_from");
        Optional<Instant> until = Rows.optionalInstant(row, "gap_until");
        return new Look(Rows.instant(row, "now"), from.map(start -> new Gap(start, until.orElse(start))));
    }

    @Override
    public Instant now() {
        return db.one("SELECT clock_timestamp()", Map.of(), Instant.class);
    }

    /** The lock of the account makes two calls at once count one after the other. */
    @Override
    public boolean add(Schedule schedule, int most) {
        Map<String, Object> counted = Map.of("counted", schedule.countsFor(), "most", most);
        return db.inTransaction(() -> {
            db.list("SELECT id FROM accounts WHERE id = :counted FOR NO KEY UPDATE", counted, String.class);
            return db.with(handle -> handle.createUpdate(ADD)
                            .bindMap(ScheduleRows.values(schedule))
                            .bindMap(counted)
                            .execute())
                    == 1;
        });
    }

    @Override
    public Optional<Schedule> find(ScheduleId id) {
        return db.find("SELECT * FROM schedules WHERE id = :id", Map.of("id", id), ScheduleRows::schedule);
    }

    @Override
    public Page<Schedule> list(UserId owner, PageRequest page) {
        String sql = """
            SELECT * FROM schedules WHERE owner = :owner AND (CAST(:behind AS text) IS NULL OR id < :behind)
            ORDER BY id DESC LIMIT :oneMore
            """;
        return Page.cut(
                db.oneMore(sql, Map.of("owner", owner), page, ScheduleRows::schedule), page.limit(), Schedule::id);
    }

    @Override
    public boolean replace(Schedule schedule) {
        return db.update(REPLACE, ScheduleRows.values(schedule)) == 1;
    }

    @Override
    public boolean remove(ScheduleId id) {
        return db.update("DELETE FROM schedules WHERE id = :id", Map.of("id", id)) == 1;
    }

    @Override
    public List<ScheduleId> due(Instant now, int most) {
        String sql = "SELECT id FROM schedules WHERE look_at <= :now ORDER BY look_at LIMIT :most";
        return db.list(sql, Map.of("now", now, "most", most), (row, _) -> new ScheduleId(row.getString("id")));
    }

    @Override
    public Optional<Instant> nextLook() {
        String sql = "SELECT look_at FROM schedules WHERE look_at IS NOT NULL ORDER BY look_at LIMIT 1";
        return db.find(sql, Map.of(), Instant.class);
    }

    @Override
    public Optional<Schedule> lock(ScheduleId id) {
        return lock(id, "");
    }

    @Override
    public Optional<Schedule> tryLock(ScheduleId id) {
        return lock(id, "SKIP LOCKED");
    }

    private Optional<Schedule> lock(ScheduleId id, String otherwise) {
        db.requireTransaction();
        String sql = "SELECT * FROM schedules WHERE id = :id FOR UPDATE " + otherwise;
        return db.find(sql, Map.of("id", id), ScheduleRows::schedule);
    }

    @Override
    public void addStarts(ScheduleId id, List<ScheduleStart> added) {
        db.run(() -> {
            added.forEach(start -> db.update(ADD_START, ScheduleRows.values(id, start)));
            db.update(PRUNE, Map.of("id", id, "kept", KEPT_STARTS));
        });
    }

    /** The smallest of values is that of those that are not null. */
    @Override
    public void moveOn(ScheduleId id, Optional<Instant> nextAt, Optional<Instant> again) {
        String sql = """
            UPDATE schedules SET next_at = :nextAt,
                look_at = least(CAST(:nextAt AS timestamptz), CAST(:again AS timestamptz))
            WHERE id = :id
            """;
        db.update(sql, Map.of("id", id, "nextAt", nextAt, "again", again));
    }

    @Override
    public void lookAgain(ScheduleId id, Optional<Instant> again) {
        String sql = "UPDATE schedules SET look_at = coalesce(CAST(:again AS timestamptz), next_at) WHERE id = :id";
        db.update(sql, Map.of("id", id, "again", again));
    }

    @Override
    public List<ScheduleStart> pending(ScheduleId id) {
        return starts(id, "status = 'PENDING' ORDER BY due_at");
    }

    @Override
    public boolean settle(ScheduleId id, ScheduleStart start) {
        return db.update(SETTLE, ScheduleRows.values(id, start)) == 1;
    }

    @Override
    public List<ScheduleStart> unended(ScheduleId id) {
        return starts(id, "status = 'STARTED' AND NOT ended ORDER BY due_at");
    }

    @Override
    public void end(ScheduleId id, ScheduleStart.Key start) {
        db.update(
                "UPDATE schedule_starts SET ended = true WHERE schedule_id = :id AND due_at = :dueAt AND by_hand ="
                        + " :byHand",
                Map.of("id", id, "dueAt", start.dueAt(), "byHand", start.byHand()));
    }

    @Override
    public List<ScheduleStart> starts(ScheduleId id, int most) {
        return starts(id, "true ORDER BY due_at DESC, by_hand DESC LIMIT " + most);
    }

    private List<ScheduleStart> starts(ScheduleId id, String which) {
        String sql = "SELECT * FROM schedule_starts WHERE schedule_id = :id AND " + which;
        return db.list(sql, Map.of("id", id), ScheduleRows::start);
    }

    @Override
    public int erase(UserId user, int most) {
        return new Erasure(db, user, most)
                .from(Erasure.Tree.of("schedules", "owner", new Erasure.Table("schedule_starts", "schedule_id")))
                .release("schedules")
                .removed();
    }
}
