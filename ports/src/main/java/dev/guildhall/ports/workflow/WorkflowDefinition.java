package dev.guildhall.ports.workflow;

import dev.guildhall.ports.JsonData;
import dev.guildhall.ports.UserId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One version of a kept definition of workflows (tasks-48).
 *
 * @param id never changes
 * @param version 1 or more, one more for each change
 * @param owner its owner
 * @param countsFor the user for whose limit it counts instead of its owner; absent means the owner
 * @param content what its workflows are
 * @param createdAt when its first version was stored
 * @param updatedAt when this version was stored
 */
public record WorkflowDefinition(
        WorkflowDefinitionId id,
        int version,
        UserId owner,
        Optional<UserId> countsFor,
        Content content,
        Instant createdAt,
        Instant updatedAt) {
    /**
     * What a caller defines.
     *
     * @param name 1 to {@value Workflows#MAX_NAME} characters; also that of its workflows
     * @param steps 1 to {@value Workflows#MOST_STEPS}; their inputs may refer to the input of a start (tasks-49)
     * @param inputSchema a JSON Schema of type {@code object} for that input; absent allows any object
     */
    public record Content(String name, List<StepSpec> steps, Optional<Map<String, Object>> inputSchema) {
        public Content {
            steps = List.copyOf(steps);
            inputSchema = inputSchema.map(JsonData::copy);
        }
    }

    /** The next version. */
    public WorkflowDefinition next(Content changed, Instant now) {
        return new WorkflowDefinition(id, version + 1, owner, countsFor, changed, createdAt, now);
    }

    /** The same, counting for its owner. */
    public WorkflowDefinition countingForOwner() {
        return new WorkflowDefinition(id, version, owner, Optional.empty(), content, createdAt, updatedAt);
    }
}
