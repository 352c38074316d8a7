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
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Which tools a task may use. The list that is stored with the task is the whole restriction: it survives a restart, and the tasks that the task creates inherit it. An empty list allows none; only a task of the type {@code tool} may use any tool, since it calls the one tool that its input names, and one of the type {@code evaluation}, whose assistants name their tools. Pure.
 */
public final class TaskTools {
    private static final String TOOL = "tool";
    private static final Set<TaskType> OF_ANY_TOOL = Set.of(TaskTypes.TOOL, TaskTypes.EVALUATION);

    private TaskTools() {}

    /** Whether the task may use no other tools than its list has. */
    static boolean isRestricted(TaskSpec spec) {
        return !OF_ANY_TOOL.contains(spec.type()) || !spec.tools().isEmpty();
    }

    /** The task, restricted to those of its requested tools that its creator may use. */
    static TaskSpec restricted(Caller.User creator, TaskSpec spec) {
        List<String> tools = restricted(creator, spec.type(), spec.input(), spec.tools());
        return new TaskSpec(spec.type(), spec.input(), tools, spec.priority(), spec.ttl(), spec.retry());
    }

    /**
     * Those of the task's requested tools that its creator may use.
     *
     * @param input of the task; in a workflow it may contain a reference in place of the tool's name
     * @throws Refusal with {@code CommonProblem.Forbidden} for a task that calls a tool and could call none, for an evaluation
     *     that could call none of the requested tools, and for one whose work belongs to a service that the creator's API key does not reach
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
        if (!OF_ANY_TOOL.contains(type)) {
            return first(allowed.and(tools));
        }
        AllowedTools wanted = allowed.and(tools.isEmpty() ? new TreeSet<>(allowed.entries()) : tools);
        if (type.equals(TaskTypes.TOOL)) {
            return ofCall(wanted, input);
        }
        // An empty list would allow all.
        if (!tools.isEmpty() && wanted.entries().isEmpty()) {
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
