package dev.guildhall.ports.workflow;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Change;
import dev.guildhall.ports.IdempotencyKey;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Driving port: kept definitions of workflows (tasks-48, tasks-49). A caller sees the caller's own, an admin sees all; for
 * others they get {@code CommonProblem.NotFound}. Every method blocks.
 */
public interface WorkflowDefinitions {
    /** How many definitions count for one user. */
    int MOST = 1_000;

    /** How many versions of a definition are kept: the last ones. */
    int KEPT_VERSIONS = 100;

    /**
     * Stores a definition.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Invalid} as {@link Workflows#start} for the steps,
     *     and for a schema that is none; with {@code TaskProblem.TooManyDefinitions}
     */
    WorkflowDefinition create(Caller caller, WorkflowDefinition.Content content);

    /**
     * The newest versions, latest definition first.
     *
     * @param owner the owner of the definitions; absent means all that the caller sees. Another user than the caller needs the
     *     role admin
     */
    Page<WorkflowDefinitionSummary> list(Caller caller, Optional<UserId> owner, PageRequest page);

    /**
     * One definition.
     *
     * @param version absent means the newest one
     * @throws dev.guildhall.ports.problem.Refusal with {@code NotFound} also when it has no such version any more
     */
    WorkflowDefinition find(Caller caller, WorkflowDefinitionId id, Optional<Integer> version);

    /** Stores a new version. Of two changes at once each is made to the version before it. Refuses as {@link #create}. */
    WorkflowDefinition change(Caller caller, WorkflowDefinitionId id, DefinitionChange change);

    /** Removes a definition with all versions. Its workflows stay. */
    void delete(Caller caller, WorkflowDefinitionId id);

    /**
     * Starts a workflow of a definition, with the caller's rights, and with the input in place of the references to it.
     *
     * @param version absent means the newest one
     * @param input for the whole workflow
     * @param key the idempotency key, as for {@link Workflows#start}
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Invalid} that names {@code input} when the schema
     *     does not allow it, when it has nothing at a place that a step refers to, when what a step refers to has a member
     *     {@code $from}, and when the inputs become too large; and as {@link Workflows#start}
     */
    Workflows.Started start(
            Caller caller,
            WorkflowDefinitionId id,
            Optional<Integer> version,
            Map<String, Object> input,
            Optional<IdempotencyKey> key);

    /**
     * What a change replaces; what is absent stays.
     *
     * @param name the name
     * @param steps all steps
     * @param inputSchema the schema, which a change may remove
     */
    record DefinitionChange(
            Optional<String> name, Optional<List<StepSpec>> steps, Change<Map<String, Object>> inputSchema) {
        /** The content after the change. */
        public WorkflowDefinition.Content applyTo(WorkflowDefinition.Content before) {
            return new WorkflowDefinition.Content(
                    name.orElse(before.name()),
                    steps.orElse(before.steps()),
                    inputSchema.applyTo(before.inputSchema()));
        }
    }
}
