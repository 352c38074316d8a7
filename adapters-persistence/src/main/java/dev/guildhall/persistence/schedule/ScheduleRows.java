package dev.guildhall.persistence.schedule;

import dev.guildhall.persistence.db.Rows;
import dev.guildhall.persistence.db.StoredJson;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.schedule.CatchUp;
import dev.guildhall.ports.schedule.Overlap;
import dev.guildhall.ports.schedule.Schedule;
import dev.guildhall.ports.schedule.ScheduleDefinition;
import dev.guildhall.ports.schedule.ScheduleId;
import dev.guildhall.ports.schedule.ScheduleStart;
import dev.guildhall.ports.schedule.ScheduleStart.Outcome;
import dev.guildhall.ports.schedule.Timing;
import dev.guildhall.ports.start.Start;
import dev.guildhall.ports.start.StartFailure;
import dev.guildhall.ports.start.StartKind;
import dev.guildhall.ports.start.StartedWork;
import dev.guildhall.ports.task.TaskId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.statement.StatementContext;
import org.jspecify.annotations.Nullable;

/** Reads and writes the columns of schedules and their starts. */
final class ScheduleRows {
    private ScheduleRows() {}

    static Map<String, @Nullable Object> values(Schedule schedule) {
        ScheduleDefinition definition = schedule.definition();
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("id", schedule.id());
        values.put("owner", schedule.owner());
        values.put("profile", schedule.actor().profileId());
        values.put("key", schedule.actor().keyId());
        values.put("countsFor", schedule.actor().countsFor());
        values.put("name", definition.name());
        values.put("cron", definition.timing() instanceof Timing.Cron cron ? cron.expression() : null);
        values.put(
                "every",
                definition.timing() instanceof Timing.Every every
                        ? (Integer) (int) every.interval().toSeconds()
                        : null);
        values.put("at", definition.timing() instanceof Timing.At at ? at.time() : null);
        values.put("zone", definition.zone().getId());
        values.put("overlap", definition.overlap().name());
        values.put("catchUp", definition.catchUp().name());
        values.put("startKind", definition.start().kind().name());
        values.put("startBody", StoredJson.write(definition.start().body()));
        values.put("enabled", definition.enabled());
        values.put("anchor", schedule.anchor());
        values.put("nextAt", schedule.nextAt());
        values.put("createdAt", schedule.createdAt());
        values.put("updatedAt", schedule.updatedAt());
        return values;
    }

    static Schedule schedule(ResultSet row, StatementContext context) throws SQLException {
        return new Schedule(
                new ScheduleId(row.getString("id")),
                new UserId(row.getString("owner")),
                Rows.actor(row),
                new ScheduleDefinition(
                        row.getString("name"),
                        timing(row),
                        ZoneId.of(row.getString("zone")),
                        Overlap.valueOf(row.getString("overlap")),
                        CatchUp.valueOf(row.getString("catch_up")),
                        new Start(
                                StartKind.valueOf(row.getString("start_kind")),
                                StoredJson.readObject(row.getString("start_body"))),
                        row.getBoolean("enabled")),
                Rows.instant(row, "anchor"),
                Rows.optionalInstant(row, "next_at"),
                Rows.instant(row, "created_at"),
                Rows.instant(row, "updated_at"));
    }

    private static Timing timing(ResultSet row) throws SQLException {
        Optional<String> cron = Rows.optionalText(row, "cron");
        if (cron.isPresent()) {
            return new Timing.Cron(cron.get());
        }
        Optional<Instant> at = Rows.optionalInstant(row, "at");
        return at.isPresent()
                ? new Timing.At(at.get())
                : new Timing.Every(Duration.ofSeconds(row.getInt("every_seconds")));
    }

    static Map<String, @Nullable Object> values(ScheduleId id, ScheduleStart start) {
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("schedule", id);
        values.put("dueAt", start.key().dueAt());
        values.put("byHand", start.key().byHand());
        values.put("status", status(start.outcome()));
        values.put("kind", null);
        values.put("work", null);
        values.put("task", null);
        values.put("reason", null);
        values.put("code", null);
        values.put("message", null);
        values.put("at", null);
        switch (start.outcome()) {
            case Outcome.Pending _ -> {}
            case Outcome.Started(StartedWork work, Instant at) -> {
                values.put("kind", work.kind().name());
                values.put("work", work.id());
                values.put("task", work.task());
                values.put("at", at);
            }
            case Outcome.Skipped(ScheduleStart.SkipReason reason) -> values.put("reason", reason.name());
            case Outcome.Failed(StartFailure failure, Instant at) -> {
                values.put("code", failure.code());
                values.put("message", failure.message());
                values.put("at", at);
            }
        }
        return values;
    }

    private static String status(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Pending _ -> "PENDING";
            case Outcome.Started _ -> "STARTED";
            case Outcome.Skipped _ -> "SKIPPED";
            case Outcome.Failed _ -> "FAILED";
        };
    }

    static ScheduleStart start(ResultSet row, StatementContext context) throws SQLException {
        return new ScheduleStart(
                new ScheduleStart.Key(Rows.instant(row, "due_at"), row.getBoolean("by_hand")), outcome(row));
    }

    private static Outcome outcome(ResultSet row) throws SQLException {
        String status = row.getString("status");
        return switch (status) {
            case "PENDING" -> new Outcome.Pending();
            case "STARTED" ->
                new Outcome.Started(
                        new StartedWork(
                                StartKind.valueOf(row.getString("work_kind")),
                                row.getString("work_id"),
                                Rows.optionalText(row, "work_task").map(TaskId::new)),
                        Rows.instant(row, "settled_at"));
            case "SKIPPED" -> new Outcome.Skipped(ScheduleStart.SkipReason.valueOf(row.getString("reason")));
            case "FAILED" ->
                new Outcome.Failed(
                        new StartFailure(row.getString("error_code"), row.getString("error_message")),
                        Rows.instant(row, "settled_at"));
            default -> throw new IllegalStateException("a stored start has the status " + status);
        };
    }
}
