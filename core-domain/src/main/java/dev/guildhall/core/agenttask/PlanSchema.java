package dev.guildhall.core.agenttask;

import dev.guildhall.core.json.JsonSchema;
import dev.guildhall.core.workflow.StepGraph;
import dev.guildhall.ports.Text;
import dev.guildhall.ports.agenttask.AgentTaskRequest;
import dev.guildhall.ports.completion.FunctionSpec;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.Violation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The format of a plan that a model creates, and its validation. Immutable. */
final class PlanSchema {
    static final String FUNCTION = "plan";

    private static final String STEPS = "steps";
    private static final String TITLE = "title";
    private static final String DESCRIPTION = "description";
    private static final String DEPENDENCIES = "dependencies";
    private static final Set<String> WORDS = Set.of(TITLE, DESCRIPTION, DEPENDENCIES);

    private final AgentTaskLimits.Plan limits;

    PlanSchema(AgentTaskLimits.Plan limits) {
        this.limits = limits;
    }

    FunctionSpec function() {
        Map<String, Object> step = JsonSchema.object(
                Map.of(
                        TITLE, text(AgentTaskRequest.MAX_TITLE),
                        DESCRIPTION, text(limits.descriptionCharacters()),
                        DEPENDENCIES, Map.of("type", "array", "items", Map.of("type", "string"))),
                List.of(TITLE, DESCRIPTION, DEPENDENCIES));
        Map<String, Object> steps = new LinkedHashMap<>();
        steps.put("type", "array");
        steps.put("minItems", 1);
        steps.put("maxItems", limits.steps());
        steps.put("items", step);
        return new FunctionSpec(
                FUNCTION,
                "Takes the plan: the steps of the task. The titles differ from each other. The dependencies of a step"
                        + " are the titles of those steps whose results it needs; steps without any begin at once.",
                JsonSchema.object(Map.of(STEPS, steps), List.of(STEPS)));
    }

    private static Map<String, Object> text(int most) {
        return Map.of("type", "string", "maxLength", most);
    }

    List<AgentTaskRequest.Step> read(Map<String, Object> plan) {
        if (!plan.keySet().equals(Set.of(STEPS)) || !(plan.get(STEPS) instanceof List<?> planned)) {
            throw Refusal.invalid(STEPS, "must be there, and nothing else");
        }
        if (planned.isEmpty() || planned.size() > limits.steps()) {
            throw Refusal.invalid(STEPS, "must be 1 to " + limits.steps());
        }
        List<AgentTaskRequest.Step> steps = new ArrayList<>();
        for (Object step : planned) {
            steps.add(step("steps[" + steps.size() + "]", step));
        }
        List<Violation> violations = StepGraph.of(AgentSteps.specs(steps, List.of()), StepGraph.Wording.AGENT_TASK)
                .violations();
        if (!violations.isEmpty()) {
            throw new Refusal(new CommonProblem.Invalid(violations));
        }
        return List.copyOf(steps);
    }

    private AgentTaskRequest.Step step(String field, Object step) {
        if (!(step instanceof Map<?, ?> words)
                || !WORDS.equals(words.keySet())
                || !(words.get(TITLE) instanceof String title)
                || !(words.get(DESCRIPTION) instanceof String description)
                || !(words.get(DEPENDENCIES) instanceof List<?> dependencies)) {
            throw Refusal.invalid(field, "must be {title, description, dependencies}");
        }
        if (description.length() > limits.descriptionCharacters() || !Text.isWellFormed(description)) {
            throw Refusal.invalid(field + ".description", "must have at most " + limits.descriptionCharacters());
        }
        List<String> titles = new ArrayList<>();
        for (Object dependency : dependencies) {
            if (!(dependency instanceof String needed)) {
                throw Refusal.invalid(field + ".dependencies", "must be titles");
            }
            titles.add(needed.strip());
        }
        return new AgentTaskRequest.Step(
                Text.requireName(field + ".title", title, 1, AgentTaskRequest.MAX_TITLE), description, titles);
    }
}
