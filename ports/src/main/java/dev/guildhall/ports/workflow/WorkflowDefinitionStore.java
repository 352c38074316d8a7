package dev.guildhall.ports.workflow;

import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserData;
import dev.guildhall.ports.UserId;
import java.util.Optional;

/** Driven port: definitions of workflows with their last versions. Blocks. Takes part in {@code Transactions}. */
public interface WorkflowDefinitionStore extends UserData {
    /** How many definitions count for a user. */
    int count(UserId user);

    /** Stores a new definition with its first version. */
    void add(WorkflowDefinition definition);

    /**
     * Stores the next version of a definition; nothing happens when it was removed.
     *
     * @param kept how many of its last versions are kept, this one included; 1 or more
     */
    void put(WorkflowDefinition next, int kept);

    /** Removes a definition with all versions; nothing happens when there is none. */
    void remove(WorkflowDefinitionId id);

    /** The newest version; empty when there is none. */
    Optional<WorkflowDefinition> find(WorkflowDefinitionId id);

    /** One version; empty when there is none, or it is not kept any more. */
    Optional<WorkflowDefinition> find(WorkflowDefinitionId id, int version);

    /** The newest version, locked until the open transaction ends: another caller that locks it waits, and then reads the next one. */
    Optional<WorkflowDefinition> lock(WorkflowDefinitionId id);

    /**
     * The newest versions, latest definition first.
     *
     * @param owner the owner of the definitions; absent means all users
     */
    Page<WorkflowDefinitionSummary> list(Optional<UserId> owner, PageRequest page);
}
