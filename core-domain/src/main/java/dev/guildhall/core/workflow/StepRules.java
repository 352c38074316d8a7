package dev.guildhall.core.workflow;

import dev.guildhall.ports.Text;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.Violation;
import dev.guildhall.ports.task.TaskSpec;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.workflow.StepSpec;
import dev.guildhall.ports.workflow.Workflows;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The rules for the steps of a workflow (tasks-30). */
public final class StepRules {
    private static final Set<String> RESERVED = Set.of(StepReference.INPUT, StepReference.TRIGGER);

    private StepRules() {}

    /**
     * Accepts the steps of a request.
     *
     * @param given what references may name beside steps
     * @throws Refusal with {@code CommonProblem.Invalid} that names all faults
     */
    public static void require(List<StepSpec> steps, Set<String> given) {
        if (steps.isEmpty() || steps.size() > Workflows.MOST_STEPS) {
            throw Refusal.invalid("steps", "must be 1 to " + Workflows.MOST_STEPS);
        }
        List<Violation> violations = new ArrayList<>();
        for (int i = 0; i < steps.size(); i++) {
            collect("steps[" + i + "]", steps.get(i), violations);
        }
        StepGraph graph = StepGraph.of(steps, StepGraph.Wording.WORKFLOW);
        violations.addAll(graph.violations());
        violations.addAll(StepInputs.violations(steps, graph, given));
        if (!violations.isEmpty()) {
            throw new Refusal(new CommonProblem.Invalid(violations));
        }
    }

    private static void collect(String field, StepSpec step, List<Violation> violations) {
        try {
            // References must match the stored name exactly, so a name that would be changed is refused.
            if (!Text.requireName(field + ".name", step.name(), 1, StepSpec.MAX_NAME)
                    .equals(step.name())) {
                violations.add(new Violation(field + ".name", "must not begin or end with a space"));
            }
            if (RESERVED.contains(step.name())) {
                violations.add(
                        new Violation(field + ".name", "must not be \"input\" or \"trigger\", which references use"));
            }
        } catch (Refusal refused) {
            if (refused.problem() instanceof CommonProblem.Invalid invalid) {
                violations.addAll(invalid.violations());
            }
        }
        if (step.tools().size() > TaskSpec.MAX_TOOLS) {
            violations.add(new Violation(field + ".tools", "must be at most " + TaskSpec.MAX_TOOLS));
        }
        for (int j = 0; j < step.tools().size(); j++) {
            if (!ToolName.isWellFormed(step.tools().get(j))) {
                violations.add(new Violation(field + ".tools[" + j + "]", "is not the name of a tool"));
            }
        }
    }
}
