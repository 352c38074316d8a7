package dev.guildhall.core.workflow;

import dev.guildhall.core.json.JsonText;
import dev.guildhall.core.task.TaskErrors;
import dev.guildhall.core.task.TaskTypes;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.ErrorKind;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.Violation;
import dev.guildhall.ports.task.TaskError;
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
import java.util.stream.Stream;

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

    /**
     * References that are malformed, or name steps that are neither direct nor indirect dependencies.
     *
     * @param given what references may name beside steps
     */
    static List<Violation> violations(List<StepSpec> steps, StepGraph graph, Set<String> given) {
        List<Violation> violations = new ArrayList<>();
        List<BitSet> ancestors = graph.ancestors();
        for (int i = 0; i < steps.size(); i++) {
            BitSet known = ancestors.get(i);
            BiConsumer<String, StepReference> check = (field, reference) -> {
                boolean isKnown = given.contains(reference.step())
                        || graph.number(reference.step()).filter(known::get).isPresent();
                if (!isKnown) {
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
    public Stream<String> sources(WorkflowStep step) {
        List<String> names = new ArrayList<>();
        collect("input", step.spec().input(), (field, reference) -> names.add(reference.step()), new ArrayList<>());
        return names.stream();
    }

    @Override
    public Map<String, Object> input(Workflow workflow, WorkflowStep step, StepOutputs outputs) {
        Resolution resolution = new Resolution(MODELS.contains(step.spec().taskType()), outputs);
        if (StepReference.replaced("input", step.spec().input(), resolution) instanceof Map<?, ?> object) {
            Map<String, Object> named = new LinkedHashMap<>();
            object.forEach((name, value) -> named.put(String.valueOf(name), value));
            return named;
        }
        throw TaskErrors.refusal(
                new TaskError(UNRESOLVED, "input: what it refers to is no object", ErrorKind.INVALID), false);
    }

    private final class Resolution implements StepReference.Replacement {
        private final boolean isForModel;
        private final StepOutputs outputs;
        private int added;

        Resolution(boolean isForModel, StepOutputs outputs) {
            this.isForModel = isForModel;
            this.outputs = outputs;
        }

        @Override
        public Object of(String field, StepReference reference, Map<?, ?> original) {
            Optional<WorkflowStep> source = outputs.of(reference.step());
            Optional<JsonPointer.Found> found =
                    source.flatMap(WorkflowStep::output).flatMap(reference.pointer()::in);
            if (found.isEmpty()) {
                String message = field + ": the output of the step " + reference.step() + " has nothing at \""
                        + reference.pointer() + "\"";
                throw TaskErrors.refusal(new TaskError(UNRESOLVED, message, ErrorKind.INVALID), false);
            }
            boolean isOfModel = source.filter(
                            step -> MODELS.contains(step.spec().taskType()))
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
