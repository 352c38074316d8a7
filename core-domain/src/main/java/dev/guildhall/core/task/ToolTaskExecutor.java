package dev.guildhall.core.task;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.agent.Agents;
import dev.guildhall.ports.problem.ErrorKind;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskError;
import dev.guildhall.ports.task.TaskExecutor;
import dev.guildhall.ports.task.TaskType;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolOutcome;
import java.util.Locale;
import java.util.Map;

/**
 * Calls one tool: the input is {@code {tool, parameters}}, the output {@code {result}}. When the task lists tools, the
 * tool must be one of them. A call that certainly had no effect is repeated.
 */
public final class ToolTaskExecutor implements TaskExecutor {

    private final Agents agents;

    public ToolTaskExecutor(Agents agents) {
        this.agents = agents;
    }

    @Override
    public boolean takes(TaskType type) {
        return type.equals(TaskTypes.TOOL);
    }

    @Override
    public Map<String, Object> execute(Caller.User owner, Task task) throws InterruptedException {
        String tool = Inputs.text(task, "tool");
        if (!owner.mayUse(tool)) {
            throw TaskErrors.refusal(
                    new TaskError("TOOL_NOT_ALLOWED", "the task may not use the tool " + tool, ErrorKind.FORBIDDEN),
                    false);
        }
        return switch (agents.executeInTask(owner, task, tool, Inputs.object(task, "parameters"))
                .outcome()) {
            case ToolOutcome.Success(Object data) -> Map.of("result", data);
            case ToolOutcome.Failure failure -> throw failure(failure);
        };
    }

    private static Refusal failure(ToolOutcome.Failure failure) throws InterruptedException {
        if (failure.kind() == FailureKind.CANCELLED) {
            throw new InterruptedException();
        }
        boolean untouched = failure.kind() == FailureKind.RATE_LIMITED || failure.kind() == FailureKind.UNREACHABLE;
        String code =
                "TOOL_" + failure.kind().wireName().toUpperCase(Locale.ROOT).replaceFirst("^TOOL_", "");
        return TaskErrors.refusal(new TaskError(code, failure.message(), ErrorKind.UPSTREAM_FAILED), untouched);
    }
}
