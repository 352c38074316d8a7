package dev.guildhall.http.schedule;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.guildhall.ports.schedule.Schedule;
import dev.guildhall.ports.schedule.ScheduleDefinition;
import dev.guildhall.ports.schedule.ScheduleStart;
import dev.guildhall.ports.schedule.ScheduleStart.Outcome;
import dev.guildhall.ports.schedule.Timing;
import dev.guildhall.ports.start.StartFailure;
import dev.guildhall.ports.start.StartedWork;
import dev.guildhall.wire.json.EnumNames;
import dev.guildhall.wire.json.Json;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The JSON of a schedule. */
record ScheduleJson(
        String id,
        String name,
        @Nullable String cron,
        @Nullable Long everySeconds,
        @Nullable String at,
        String timezone,
        String overlap,
        String catchUp,
        Map<String, Object> start,
        boolean enabled,
        @Nullable String nextAt,
        String createdAt,
        String updatedAt) {
    static ScheduleJson of(Schedule schedule) {
        ScheduleDefinition definition = schedule.definition();
        return new ScheduleJson(
                schedule.id().value(),
                definition.name(),
                definition.timing() instanceof Timing.Cron cron ? cron.expression() : null,
                definition.timing() instanceof Timing.Every every
                        ? (Long) every.interval().toSeconds()
                        : null,
                definition.timing() instanceof Timing.At at ? Json.timestamp(at.time()) : null,
                definition.zone().getId(),
                EnumNames.of(definition.overlap()),
                EnumNames.of(definition.catchUp()),
                StartJson.of(definition.start()),
                definition.enabled(),
                schedule.nextAt().map(Json::timestamp).orElse(null),
                Json.timestamp(schedule.createdAt()),
                Json.timestamp(schedule.updatedAt()));
    }

    /** A schedule with its last starts. */
    record WithStartsJson(@JsonUnwrapped ScheduleJson schedule, List<StartedJson> starts) {
        static WithStartsJson of(Schedule schedule, List<ScheduleStart> starts) {
            return new WithStartsJson(
                    ScheduleJson.of(schedule),
                    starts.stream().map(StartedJson::of).toList());
        }
    }

    /** What became of a due time; all but the time is null while it is pending. */
    record StartedJson(
            String dueAt,
            @Nullable String startedAt,
            @Nullable String kind,
            @Nullable String id,
            @Nullable String skipped,
            @Nullable FailureJson error) {
        static StartedJson of(ScheduleStart start) {
            String dueAt = Json.timestamp(start.key().dueAt());
            return switch (start.outcome()) {
                case Outcome.Pending _ -> new StartedJson(dueAt, null, null, null, null, null);
                case Outcome.Started(StartedWork work, var at) ->
                    new StartedJson(dueAt, Json.timestamp(at), EnumNames.of(work.kind()), work.id(), null, null);
                case Outcome.Skipped(var reason) ->
                    new StartedJson(dueAt, null, null, null, EnumNames.of(reason), null);
                case Outcome.Failed(var failure, var at) ->
                    new StartedJson(dueAt, Json.timestamp(at), null, null, null, FailureJson.of(failure));
            };
        }
    }

    record FailureJson(String code, String message) {
        static FailureJson of(StartFailure failure) {
            return new FailureJson(failure.code(), failure.message());
        }
    }
}
