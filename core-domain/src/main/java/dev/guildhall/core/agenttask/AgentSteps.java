package dev.guildhall.core.agenttask;

import dev.guildhall.core.workflow.StepGraph;
import dev.guildhall.ports.Text;
import dev.guildhall.ports.agenttask.AgentTaskRequest;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.Violation;
import dev.guildhall.ports.task.TaskType;
import dev.guildhall.ports.workflow.StepSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Converts the steps of a task of the agent service to steps of a workflow. */
final class AgentSteps {
    /** The type of task that an agent executes (tasks-3). */
    static final TaskType AGENT = new TaskType("agent");

    private AgentSteps() {}

    /** The steps of a request with normalised titles. Refuses with all faults. */
    static List<AgentTaskRequest.Step> required(List<AgentTaskRequest.Step> steps) {
        if (steps.size() > AgentTaskRequest.MOST_STEPS) {
            throw Refusal.invalid("steps", "must be at most " + AgentTaskRequest.MOST_STEPS);
        }
        List<Violation> violations = new ArrayList<>();
        List<AgentTaskRequest.Step> kept = new ArrayList<>();
        for (AgentTaskRequest.Step step : steps) {
            kept.add(accepted("steps[" + kept.size() + "]", step, violations));
        }
        violations.addAll(StepGraph.of(specs(kept, List.of()), StepGraph.Wording.AGENT_TASK)
                .violations());
        if (!violations.isEmpty()) {
            throw new Refusal(new CommonProblem.Invalid(violations));
        }
        return kept;
    }

    private static AgentTaskRequest.Step accepted(
            String field, AgentTaskRequest.Step step, List<Violation> violations) {
        collect(() -> Text.requireName(field + ".title", step.title(), 1, AgentTaskRequest.MAX_TITLE), violations);
        collect(() -> requireDescription(field + ".description", step.description()), violations);
        return new AgentTaskRequest.Step(
                step.title().strip(),
                step.description(),
                step.dependencies().stream().map(String::strip).toList());
    }

    private static void collect(Runnable rule, List<Violation> violations) {
        try {
            rule.run();
        } catch (Refusal refused) {
            if (refused.problem() instanceof CommonProblem.Invalid invalid) {
                violations.addAll(invalid.violations());
            }
        }
    }

    static void requireDescription(String field, String description) {
        if (description.length() > AgentTaskRequest.MAX_DESCRIPTION || !Text.isWellFormed(description)) {
            throw Refusal.invalid(
                    field, "must have at most " + AgentTaskRequest.MAX_DESCRIPTION + " characters, none of them NUL");
        }
    }

    /** The steps of the workflow; their inputs are created when they begin. */
    static List<StepSpec> specs(List<AgentTaskRequest.Step> steps, List<String> tools) {
        return steps.stream()
                .map(step ->
                        new StepSpec(step.title(), step.description(), AGENT, tools, Map.of(), step.dependencies()))
                .toList();
    }
}
