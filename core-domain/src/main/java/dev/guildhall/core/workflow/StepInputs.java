package dev.guildhall.core.workflow;

import dev.guildhall.core.json.JsonText;
import dev.guildhall.core.task.TaskErrors;
import dev.guildhall.core.task.TaskTypes;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.ErrorKind;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.Violation;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskError;
import dev.guildhall.ports.task.TaskState;
import dev.guildhall.ports.task.TaskType;
import dev.guildhall.ports.tool.HiddenCharacters;
import dev.guildhall.ports.workflow.StepSpec;
import dev.guildhall.ports.workflow.Workflow;
import dev.guildhall.ports.workflow.WorkflowStep;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The inputs of workflow steps, with outputs of earlier steps in them (tasks-33). Immutable. */
public final class StepInputs implements StepAssignment {
    /** The error code of a step whose input cannot be created. */
    static final String UNRESOLVED = "INPUT_UNRESOLVED";

    /** The error code of a step whose input would be too large. */
    static final String TOO_LARGE = "INPUT_TOO_LARGE";

    /**
     * The types of steps whose input a model reads: outputs of steps without a model are inserted with their hidden
     * characters written out, since they may contain a tool's result.
     */
    private static final Set<TaskType> MODELS = Set.of(TaskTypes.AGENT, TaskTypes.COMPLETION);

    private final int mostCharacters;

    /** Outputs may add so many characters to an input, as JSON. */
    public StepInputs(int mostCharacters) {
        this.mostCharacters = mostCharacters;
    }

    /** References that are malformed, or name steps that are neither direct nor indirect dependencies. */
    static List<Violation> violations(List<StepSpec> steps, StepGraph graph) {
        List<Violation> violations = new ArrayList<>();
        List<BitSet> ancestors = graph.ancestors();
        for (int i = 0; i < steps.size(); i++) {
            BitSet known = ancestors.get(i);
            BiConsumer<String, StepReference> check = (field, reference) -> {
                if (graph.number(reference.step()).filter(known::get).isEmpty()) {
                    violations.add(new Violation(
                            field + ".$from", "is no step that this one depends on: " + reference.step()));
                }
            };
            collect("steps[" + i + "].input", steps.get(i).input(), check, violations);
        }
        return violations;
    }

    private static void collect(
            String field, Object value, BiConsumer<String, StepReference> found, List<Violation> violations) {
        try {
            Optional<StepReference> reference = StepReference.of(field, value);
            if (reference.isPresent()) {
                found.accept(field, reference.get());
                return;
            }
        } catch (Refusal malformed) {
            if (malformed.problem() instanceof CommonProblem.Invalid invalid) {
                violations.addAll(invalid.violations());
            }
            return;
        }
        if (value instanceof Map<?, ?> map) {
            map.forEach((name, inner) -> collect(field + "." + name, inner, found, violations));
        } else if (value instanceof List<?> list) {
            for (int i = 0; i < list.size(); i++) {
                collect(field + "[" + i + "]", list.get(i), found, violations);
            }
        }
    }

    @Override
    public Map<String, Object> input(Workflow workflow, WorkflowStep step) {
        return new Resolution(workflow, MODELS.contains(step.spec().taskType()))
                .whole(step.spec().input());
    }

    private final class Resolution {
        private final Workflow workflow;
        private final boolean isForModel;

        /** Empty until a reference is found. */
        private Map<String, WorkflowStep> steps = Map.of();

        private int added;

        Resolution(Workflow workflow, boolean isForModel) {
            this.workflow = workflow;
            this.isForModel = isForModel;
        }

        private Optional<WorkflowStep> step(String name) {
            if (steps.isEmpty()) {
                steps = workflow.steps().stream()
                        .collect(Collectors.toMap(known -> known.spec().name(), Function.identity()));
            }
            return Optional.ofNullable(steps.get(name));
        }

        /** The whole input may be an output, or an object in one. */
        Map<String, Object> whole(Map<String, Object> input) {
            if (value("input", input) instanceof Map<?, ?> object) {
                Map<String, Object> named = new LinkedHashMap<>();
                object.forEach((name, value) -> named.put(String.valueOf(name), value));
                return named;
            }
            throw TaskErrors.refusal(
                    new TaskError(UNRESOLVED, "input: what it refers to is no object", ErrorKind.INVALID), false);
        }

        Map<String, Object> object(String field, Map<?, ?> object) {
            Map<String, Object> resolved = new LinkedHashMap<>();
            for (Map.Entry<?, ?> entry : object.entrySet()) {
                String name = String.valueOf(entry.getKey());
                resolved.put(name, value(field + "." + name, entry.getValue()));
            }
            return resolved;
        }

        private Object value(String field, Object value) {
            Optional<StepReference> reference = StepReference.of(field, value);
            if (reference.isPresent()) {
                return output(field, reference.get());
            }
            if (value instanceof Map<?, ?> map) {
                return object(field, map);
            }
            if (value instanceof List<?> list) {
                List<Object> resolved = new ArrayList<>(list.size());
                for (Object inner : list) {
                    resolved.add(value(field + "[" + resolved.size() + "]", inner));
                }
                return resolved;
            }
            return value;
        }

        private Object output(String field, StepReference reference) {
            Optional<JsonPointer.Found> found = step(reference.step())
                    .flatMap(WorkflowStep::task)
                    .map(Task::state)
                    .flatMap(state -> state instanceof TaskState.Completed(Map<String, Object> output)
                            ? reference.pointer().in(output)
                            : Optional.empty());
            if (found.isEmpty()) {
                String message = field + ": the output of the step " + reference.step() + " has nothing at \""
                        + reference.pointer() + "\"";
                throw TaskErrors.refusal(new TaskError(UNRESOLVED, message, ErrorKind.INVALID), false);
            }
            boolean isOfModel = step(reference.step())
                    .filter(step -> MODELS.contains(step.spec().taskType()))
                    .isPresent();
            Object value = isForModel && !isOfModel
                    ? HiddenCharacters.escapedData(found.get().value())
                    : found.get().value();
            added += JsonText.of(value).length();
            if (added > mostCharacters) {
                String message = field + ": with the outputs of other steps the input has more than " + mostCharacters
                        + " characters";
                throw TaskErrors.refusal(new TaskError(TOO_LARGE, message, ErrorKind.TOO_LARGE), false);
            }
            return value;
        }
    }
}
