package dev.guildhall.ports.start;

import dev.guildhall.ports.AssistantId;
import dev.guildhall.ports.agent.AgentRequest;
import dev.guildhall.ports.run.RunRequest;
import dev.guildhall.ports.task.TaskSpec;
import dev.guildhall.ports.workflow.StepSpec;
import dev.guildhall.ports.workflow.WorkflowDefinitionId;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Work to be started, whose body was read. */
public sealed interface StartRequest {
    /**
     * A task.
     *
     * @param asksApproval whether its calls wait for the user where the user's policy says so
     */
    record Task(TaskSpec spec, boolean asksApproval) implements StartRequest {}

    /**
     * A workflow.
     *
     * @param name as {@code Workflows.start} takes it
     * @param asks whether calls of tools wait for the owner, as {@code Workflows.startAsking}
     */
    record Workflow(String name, List<StepSpec> steps, boolean asks) implements StartRequest {
        public Workflow {
            steps = List.copyOf(steps);
        }
    }

    /** A test run. */
    record Run(RunRequest request) implements StartRequest {}

    /** A question to the agent; without a chat it begins a new one. */
    record Chat(AgentRequest request) implements StartRequest {}

    /**
     * A workflow of a stored definition.
     *
     * @param definition which one
     * @param version absent means the newest one
     * @param input of the workflow
     */
    record Definition(WorkflowDefinitionId definition, Optional<Integer> version, Map<String, Object> input)
            implements StartRequest {}

    /**
     * An evaluation of an assistant.
     *
     * @param version absent means the newest one
     */
    record Evaluation(AssistantId assistant, Optional<Integer> version) implements StartRequest {}
}
