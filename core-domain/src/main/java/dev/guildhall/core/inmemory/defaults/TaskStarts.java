package dev.guildhall.core.inmemory.defaults;

import dev.guildhall.ports.JsonData;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.start.Start;
import dev.guildhall.ports.start.StartKind;
import dev.guildhall.ports.start.StartReader;
import dev.guildhall.ports.start.StartRequest;
import dev.guildhall.ports.task.TaskSpec;
import dev.guildhall.ports.task.TaskType;
import java.util.List;
import java.util.Map;

/** Reads tasks of a type with an input, {@code {type, input?}}, and nothing else. */
public final class TaskStarts implements StartReader {
    @Override
    public StartRequest read(Start start) {
        if (start.kind() != StartKind.TASK) {
            throw Refusal.invalid("start", "must be a task here: no reader of other work is configured");
        }
        if (!(start.body().get("type") instanceof String type)) {
            throw Refusal.invalid("start.task.type", "must be a string");
        }
        if (!(start.body().getOrDefault("input", Map.of()) instanceof Map<?, ?> input)) {
            throw Refusal.invalid("start.task.input", "must be an object");
        }
        TaskSpec spec = new TaskSpec(
                new TaskType(type),
                JsonData.repairedObject(input),
                List.of(),
                TaskSpec.DEFAULT_PRIORITY,
                TaskSpec.DEFAULT_TTL);
        return new StartRequest.Task(spec, false);
    }
}
