package dev.guildhall.core.agent;

import dev.guildhall.core.json.JsonDigest;
import dev.guildhall.ports.IdempotencyKey;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.task.TaskId;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The idempotency keys of the calls of one attempt at a task. A key is derived from the task, the tool, the arguments and the number of equal calls before it: another attempt has the same keys as long as its model makes the same calls, in any order. Confined to the thread that makes the calls.
 */
final class CallKeys {
    private final Optional<TaskId> task;
    private final String scope;
    private final Map<String, Integer> made = new HashMap<>();

    private CallKeys(Optional<TaskId> task, String scope) {
        this.task = task;
        this.scope = scope;
    }

    CallKeys(TaskId task) {
        this(Optional.of(task), task.value());
    }

    /** The keys of one part of a task, which are others than those of its other parts. */
    CallKeys(TaskId task, String part) {
        this(Optional.of(task), task.value() + "/" + part);
    }

    /** The keys of calls outside of tasks, which are made once and need none. */
    CallKeys() {
        this(Optional.empty(), "");
    }

    Optional<TaskId> task() {
        return task;
    }

    /** The key of the next call; absent outside of tasks. */
    Optional<IdempotencyKey> next(ToolCall call) {
        return task.map(any -> {
            Map<String, Object> arguments =
                    call.arguments() instanceof ToolArguments.Parsed(Map<String, Object> values) ? values : Map.of();
            String same = JsonDigest.of(Map.of("task", scope, "tool", call.tool(), "arguments", arguments));
            int number = made.merge(same, 1, Integer::sum);
            return new IdempotencyKey(number == 1 ? same : same + "-" + number);
        });
    }
}
