package dev.guildhall.core.task;

import dev.guildhall.ports.JsonData;
import dev.guildhall.ports.Text;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.Violation;
import dev.guildhall.ports.task.TaskOptions;
import dev.guildhall.ports.task.TaskSpec;
import dev.guildhall.ports.task.TaskType;
import java.util.ArrayList;
import java.util.List;

/** The rules for submitted tasks (tasks-3 to tasks-9). */
public final class TaskRules {
    /** The largest number of characters of a tool's name. */
    private static final int MAX_TOOL = 128;

    private TaskRules() {}

    /** Refuses a malformed task and names all its faults. */
    public static void require(TaskSpec spec) {
        List<Violation> violations = new ArrayList<>(tools("tools", spec.tools()));
        if (spec.priority() < TaskSpec.LEAST || spec.priority() > TaskSpec.MOST) {
            violations.add(new Violation("priority", "must be " + TaskSpec.LEAST + " to " + TaskSpec.MOST));
        }
        if (spec.ttl().compareTo(TaskSpec.SHORTEST) < 0 || spec.ttl().compareTo(TaskSpec.LONGEST) > 0) {
            violations.add(new Violation(
                    "ttl",
                    "must be " + TaskSpec.SHORTEST.toSeconds() + " to " + TaskSpec.LONGEST.toSeconds() + " seconds"));
        }
        JsonData.violation("input", spec.input()).ifPresent(violations::add);
        if (spec.type().equals(TaskTypes.SLEEP)
                && !(spec.input().get("ms") instanceof Number ms
                        && Inputs.isWhole(ms, 0, TaskSpec.LONGEST.toMillis()))) {
            violations.add(new Violation("input.ms", "must be an integer of 0 to " + TaskSpec.LONGEST.toMillis()));
        }
        if (spec.type().equals(TaskTypes.WAIT)) {
            violations.addAll(WaitInput.violations(spec.input()));
        }
        spec.options().unique().ifPresent(key -> violations.addAll(key("unique.key", key)));
        spec.options().concurrency().ifPresent(one -> violations.addAll(key("concurrency.key", one.key())));
        if (spec.type().equals(TaskType.TEST_RUN)) {
            violations.addAll(RunInput.violations(spec.input()));
        }
        if (!violations.isEmpty()) {
            throw new Refusal(new CommonProblem.Invalid(violations));
        }
    }

    private static List<Violation> key(String field, String key) {
        return key.isBlank() || key.length() > TaskOptions.MAX_KEY || !Text.isWellFormed(key)
                ? List.of(new Violation(field, "must be a text of 1 to " + TaskOptions.MAX_KEY + " characters"))
                : List.of();
    }

    /** The faults of a list of tools in that field; does not check that the tools exist. */
    public static List<Violation> tools(String field, List<String> tools) {
        List<Violation> violations = new ArrayList<>();
        if (tools.size() > TaskSpec.MAX_TOOLS) {
            violations.add(new Violation(field, "must not have more than " + TaskSpec.MAX_TOOLS + " entries"));
        }
        for (int i = 0; i < tools.size(); i++) {
            String tool = tools.get(i);
            if (tool.isBlank() || tool.length() > MAX_TOOL) {
                violations.add(
                        new Violation(field + "[" + i + "]", "must be a name of 1 to " + MAX_TOOL + " characters"));
            }
        }
        return violations;
    }
}
