package dev.guildhall.http.schedule;

import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.start.Start;
import dev.guildhall.ports.start.StartKind;
import dev.guildhall.ports.start.StartedWork;
import dev.guildhall.wire.json.EnumNames;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.RequestReader;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The JSON of the work that schedules start (schedules-1). */
final class StartJson {
    private static final RequestReader<List<Start>> STARTS = RequestReader.object(StartJson::starts);

    /** Exactly one member, which names the kind of the work. */
    static final RequestReader<Start> READER = (node, path) -> {
        List<Start> starts = STARTS.read(node, path);
        if (starts.size() != 1) {
            throw Refusal.invalid(
                    path,
                    "must have exactly one of "
                            + Stream.of(StartKind.values()).map(EnumNames::of).collect(Collectors.joining(", ")));
        }
        return starts.getFirst();
    };

    private StartJson() {}

    private static List<Start> starts(JsonBody body) {
        Map<StartKind, Supplier<Optional<Map<String, Object>>>> bodies = new EnumMap<>(StartKind.class);
        for (StartKind kind : StartKind.values()) {
            bodies.put(kind, body.optional(EnumNames.of(kind), RequestReader.dataObject()));
        }
        body.check();
        return bodies.entrySet().stream()
                .flatMap(one -> one.getValue().get().map(found -> new Start(one.getKey(), found)).stream())
                .toList();
    }

    static Map<String, Object> of(Start start) {
        return Map.of(EnumNames.of(start.kind()), start.body());
    }

    /** What was started. */
    record WorkJson(String kind, String id) {
        static WorkJson of(StartedWork work) {
            return new WorkJson(EnumNames.of(work.kind()), work.id());
        }
    }
}
