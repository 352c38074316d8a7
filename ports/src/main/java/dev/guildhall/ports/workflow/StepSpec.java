package dev.guildhall.ports.workflow;

import dev.guildhall.ports.JsonData;
import dev.guildhall.ports.task.TaskOptions;
import dev.guildhall.ports.task.TaskType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The definition of a step.
 *
 * @param name unique in its workflow, 1 to {@value #MAX_NAME} characters
 * @param description the work as text; empty for steps of workflows
 * @param taskType the kind of its task
 * @param tools the tools that the task may use
 * @param input of the task; may refer to outputs of steps that it depends on (tasks-33)
 * @param dependsOn names of the steps that must complete before it
 * @param options when and how often its task starts (tasks-43)
 */
public record StepSpec(
        String name,
        String description,
        TaskType taskType,
        List<String> tools,
        Map<String, Object> input,
        List<String> dependsOn,
        TaskOptions options) {
    /** The most characters of a step's name. */
    public static final int MAX_NAME = 200;

    public StepSpec {
        tools = List.copyOf(tools);
        input = JsonData.copy(input);
        dependsOn = List.copyOf(dependsOn);
    }

    /** A step whose task starts as soon as it can and is tried again by the rule of its type. */
    public StepSpec(
            String name,
            String description,
            TaskType taskType,
            List<String> tools,
            Map<String, Object> input,
            List<String> dependsOn) {
        this(name, description, taskType, tools, input, dependsOn, TaskOptions.NONE);
    }

    /** A step without tools, input and dependencies. */
    public static StepSpec of(String name, String taskType) {
        return new StepSpec(name, "", new TaskType(taskType), List.of(), Map.of(), List.of());
    }

    /** The step with a field of its input. */
    public StepSpec with(String field, Object value) {
        Map<String, Object> more = new LinkedHashMap<>(input);
        more.put(field, value);
        return withInput(more);
    }

    /**
     * The step with a field of its input that is a part of the output of another step, on which it depends then.
     *
     * @param pointer a JSON pointer, such as {@code /number}; empty means the whole output
     */
    public StepSpec with(String field, String step, String pointer) {
        return with(field, Map.of("$from", step, "pointer", pointer)).after(step);
    }

    /** The step after another one, which must complete before it. */
    public StepSpec after(String step) {
        List<String> all =
                Stream.concat(dependsOn.stream(), Stream.of(step)).distinct().toList();
        return new StepSpec(name, description, taskType, tools, input, all, options);
    }

    /** The step with another input. */
    public StepSpec withInput(Map<String, Object> other) {
        return new StepSpec(name, description, taskType, tools, other, dependsOn, options);
    }

    /** The step with other tools. */
    public StepSpec withTools(List<String> others) {
        return new StepSpec(name, description, taskType, others, input, dependsOn, options);
    }

    /** The step with other options of its task. */
    public StepSpec with(TaskOptions others) {
        return new StepSpec(name, description, taskType, tools, input, dependsOn, others);
    }
}
