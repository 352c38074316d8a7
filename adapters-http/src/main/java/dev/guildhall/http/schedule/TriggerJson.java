package dev.guildhall.http.schedule;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.guildhall.ports.trigger.Trigger;
import dev.guildhall.ports.trigger.TriggerCall;
import dev.guildhall.ports.trigger.Triggers;
import dev.guildhall.wire.json.EnumNames;
import dev.guildhall.wire.json.Json;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The JSON of a trigger. */
record TriggerJson(String id, String name, Map<String, Object> start, String url, String createdAt, String updatedAt) {
    /** @param base the address of the service, without a slash at its end */
    static TriggerJson of(Trigger trigger, String base) {
        return new TriggerJson(
                trigger.id().value(),
                trigger.name(),
                StartJson.of(trigger.start()),
                base + TriggerRoutes.CALLS + trigger.address(),
                Json.timestamp(trigger.createdAt()),
                Json.timestamp(trigger.updatedAt()));
    }

    /** A new trigger with its secret. */
    record CreatedJson(@JsonUnwrapped TriggerJson trigger, String secret) {
        static CreatedJson of(Triggers.Created created, String base) {
            return new CreatedJson(
                    TriggerJson.of(created.trigger(), base), created.secret().value());
        }
    }

    /** A trigger with its last calls. */
    record WithCallsJson(@JsonUnwrapped TriggerJson trigger, List<CallJson> calls) {
        static WithCallsJson of(Trigger trigger, String base, List<TriggerCall> calls) {
            return new WithCallsJson(
                    TriggerJson.of(trigger, base),
                    calls.stream().map(CallJson::of).toList());
        }
    }

    record CallJson(
            String at, @Nullable String kind, @Nullable String id, ScheduleJson.@Nullable FailureJson error) {
        static CallJson of(TriggerCall call) {
            return new CallJson(
                    Json.timestamp(call.at()),
                    call.work().map(work -> EnumNames.of(work.kind())).orElse(null),
                    call.work().map(work -> work.id()).orElse(null),
                    call.failure().map(ScheduleJson.FailureJson::of).orElse(null));
        }
    }
}
