package dev.guildhall.ports.workflow;

import dev.guildhall.ports.JsonData;
import dev.guildhall.ports.task.TaskType;
import java.util.List;
import java.util.Map;

/**
 * A step as it was asked for.
 *
 * @param name names it within its workflow, 1 to {@value #MAX_NAME} characters
 * @param description what is to be done in words; empty for steps of workflows
 * @param taskType the kind of its task
 * @param tools what the task may use
 * @param input of the task; may refer to outputs of steps that it depends on (contract 6, {@code $from})
 * @param dependsOn names of the steps that have to complete before
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
