package dev.guildhall.ports.workflow;

import dev.guildhall.ports.JsonData;
import dev.guildhall.ports.task.TaskType;
import java.util.List;
import java.util.Map;

/**
 * The definition of a step.
 *
 * @param name unique in its workflow, 1 to {@value #MAX_NAME} characters
 * @param description the work as text; empty for steps of workflows
 * @param taskType the kind of its task
 * @param tools the tools that the task may use
 * @param input of the task; may refer to outputs of steps that it depends on (tasks-33)
 * @param dependsOn names of the steps that must complete before it
 */
public record StepSpec(
        String name,
        String description,
        TaskType taskType,
        List<String> tools,
        Map<String, Object> input,
        List<String> dependsOn) {
    /** The most characters of a step's name. */
    public static final int MAX_NAME = 200;

    public StepSpec {
        tools = List.copyOf(tools);
        input = JsonData.copy(input);
        dependsOn = List.copyOf(dependsOn);
    }
}
