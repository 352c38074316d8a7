package dev.guildhall.ports.assistant;

import dev.guildhall.ports.AssistantId;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import java.util.List;
import java.util.Optional;

/**
 * Driving port: the assistants of users (assistants-1 to assistants-4). A caller sees an own one, one of a group that a
 * profile of the caller is in, and one for everyone; an admin finds all. Blocks. Refuses with
 * {@code CommonProblem.Unauthenticated}, and with {@code CommonProblem.NotFound} for one that the caller does not see.
 */
public interface Assistants {
    /** How many assistants count for one user. */
    int MOST = 1_000;

    /** How many versions an assistant has. */
    int MOST_VERSIONS = 10_000;

    /**
     * Makes an assistant.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code AgentProblem.TooManyAssistants}; with
     *     {@code CommonProblem.Forbidden} for one for everyone of a caller who is no admin; with {@code NotFound} for a group
     *     that the caller is not in, and for a collection that the caller does not read
     */
    Assistant create(Caller caller, AssistantDefinition definition);

    /** What the caller sees without being an admin, in the newest versions, latest assistant first. */
    Page<Assistant> list(Caller caller, PageRequest page);

    /** The first {@value #MOST} that {@link #list} has, in the order of their identifiers. */
    List<AssistantSummary> summaries(Caller caller);

    /**
     * One assistant.
     *
     * @param version absent means the newest one
     * @throws dev.guildhall.ports.problem.Refusal with {@code NotFound} also when it has no such version
     */
    Assistant find(Caller caller, AssistantId id, Optional<Integer> version);

    /**
     * Stores a new version. Of two changes at once each is made to the version before it. Collections that the version
     * before has may not exist any more.
     *
     * @throws dev.guildhall.ports.problem.Refusal as {@link #create}; with {@code CommonProblem.Forbidden} for a caller who
     *     reads it and is not its owner; with {@code CommonProblem.Conflict} when the change names another version than the
     *     newest one, or there are {@link #MOST_VERSIONS}; with {@code CommonProblem.Invalid} naming the field
     */
    Assistant change(Caller caller, AssistantId id, AssistantChange change);

    /**
     * Removes an assistant with all versions. Chats with it get {@code NotFound} at their next question.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Forbidden} for a caller who reads it and is
     *     not its owner
     */
    void delete(Caller caller, AssistantId id);
}
