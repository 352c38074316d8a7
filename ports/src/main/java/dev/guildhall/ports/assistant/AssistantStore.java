package dev.guildhall.ports.assistant;

import dev.guildhall.ports.AssistantId;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserData;
import dev.guildhall.ports.UserId;
import java.util.List;
import java.util.Optional;

/**
 * Driven port: assistants with all their versions. A user sees an assistant who owns it, or is of its {@code visibility}:
 * a profile of the user is in the group, or the user is the account that the group's API keys act as. Blocks. Takes part in
 * {@code Transactions}.
 */
public interface AssistantStore extends UserData {
    /** How many assistants count for a user. */
    int count(UserId user);

    /** Stores a new assistant with its first version. */
    void add(Assistant assistant);

    /** Stores the next version of an assistant; nothing happens when it was removed. */
    void put(Assistant next);

    /** Removes an assistant with all versions; nothing happens when there is none. */
    void remove(AssistantId id);

    /** From now on other users see no assistant of that owner, whose account was removed. */
    void unshare(UserId owner);

    /** The newest version; empty when there is none. */
    Optional<Assistant> find(AssistantId id);

    /** The newest version, locked until the open transaction ends: another caller that locks it waits, and then reads the next one. */
    Optional<Assistant> lock(AssistantId id);

    /** One version; empty when there is none. */
    Optional<Assistant> find(AssistantId id, int version);

    /** The newest version, when the user sees it. */
    Optional<Assistant> seen(AssistantId id, UserId by);

    /** The newest version of the assistant of that name which the user sees: of several an own one, then the oldest. */
    Optional<Assistant> named(String name, UserId by);

    /** The newest versions of all that the user sees, latest assistant first. */
    Page<Assistant> seen(UserId by, PageRequest page);

    /**
     * All that the user sees, in the order of their identifiers.
     *
     * @param most how many at most, 1 or more
     */
    List<AssistantSummary> summaries(UserId by, int most);
}
