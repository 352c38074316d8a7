package dev.guildhall.core.task;

import dev.guildhall.ports.AllowedTools;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.task.TaskSpec;
import dev.guildhall.ports.task.TaskType;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Which tools a task may use. The list that is stored with the task is the whole restriction: it survives a restart, and the
 * tasks that the task creates inherit it. An empty list allows none, with these exceptions: a task of the type {@code tool}
 * calls the one tool that its input names, and the tools of an evaluation and of an {@code agent} task with an assistant are
 * those of the assistant, which a list narrows. Pure.
 */
public final class TaskTools {
    /** The member of the input of an {@code agent} task that names its assistant. */
    public static final String ASSISTANT = "assistantId";

    private static final String TOOL = "tool";

    private TaskTools() {}

    /** Whether the task may use no other tools than its list has. */
    static boolean isRestricted(TaskSpec spec) {
        return !isOfAnyTool(spec.type(), spec.input()) || !spec.tools().isEmpty();
    }

    private static boolean isOfAnyTool(TaskType type, Map<String, Object> input) {
        return type.equals(TaskTypes.TOOL)
                || type.equals(TaskTypes.EVALUATION)
                || type.equals(TaskTypes.CHAT)
                || (type.equals(TaskTypes.AGENT) && input.get(ASSISTANT) != null);
    }

    /** The task, restricted to those of its requested tools that its creator may use. */
    static TaskSpec restricted(Caller.User creator, TaskSpec spec) {
        List<String> tools = restricted(creator, spec.type(), spec.input(), spec.tools());
        return new TaskSpec(spec.type(), spec.input(), tools, spec.priority(), spec.ttl(), spec.options());
    }

    /**
     * Those of the task's requested tools that its creator may use.
     *
     * @param input of the task; in a workflow it may contain a reference in place of the tool's name
     * @throws Refusal with {@code CommonProblem.Forbidden} for a task that an empty list would allow all tools and whose
     *     creator may use none of the requested ones, and for one whose work belongs to a service that the creator's API key
     *     does not reach
     */
    public static List<String> restricted(
            Caller.User creator, TaskType type, Map<String, Object> input, List<String> tools) {
        TaskTypes.requireReach(creator, type);
        return creator.allowedTools()
                .map(allowed -> restricted(allowed, type, input, tools))
                .orElse(tools);
    }

    private static List<String> restricted(
            AllowedTools allowed, TaskType type, Map<String, Object> input, List<String> tools) {
        if (!isOfAnyTool(type, input)) {
            return first(allowed.and(tools));
        }
        AllowedTools wanted = allowed.and(tools.isEmpty() ? new TreeSet<>(allowed.entries()) : tools);
        if (type.equals(TaskTypes.TOOL)) {
            return ofCall(wanted, input);
        }
        // An empty list would allow all.
        if (wanted.entries().isEmpty()) {
            throw new Refusal(new CommonProblem.Forbidden("tools: the caller may use none of them"));
        }
        return first(wanted);
    }

    private static List<String> first(AllowedTools wanted) {
        return wanted.entries().stream().limit(TaskSpec.MAX_TOOLS).toList();
    }

    private static List<String> ofCall(AllowedTools allowed, Map<String, Object> input) {
        Optional<String> called = Optional.ofNullable(input.get(TOOL))
                .filter(String.class::isInstance)
                .map(String.class::cast);
        boolean mayCall =
                !allowed.entries().isEmpty() && called.map(allowed::contains).orElse(true);
        if (!mayCall) {
            throw new Refusal(new CommonProblem.Forbidden(
                    "input.tool: the caller may not use the tool " + called.orElse("that the task calls")));
        }
        return Stream.concat(called.stream(), allowed.entries().stream())
                .distinct()
                .limit(TaskSpec.MAX_TOOLS)
                .toList();
    }
}
