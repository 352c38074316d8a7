package dev.guildhall.ports.trigger;

import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserData;
import dev.guildhall.ports.UserId;
import java.util.List;
import java.util.Optional;

/**
 * Driven port: triggers and their calls. A trigger is removed with the API key with which it was made. Blocks. Takes part in
 * {@code Transactions}.
 */
public interface TriggerStore extends UserData {
    /** How many calls of a trigger are kept. */
    int KEPT_CALLS = 50;

    /**
     * Stores a new trigger.
     *
     * @param most how many may count for its user with this one
     * @return false, with nothing stored, when more would
     */
    boolean add(Trigger trigger, TriggerSecret secret, int most);

    /** A trigger; empty when there is none. */
    Optional<Trigger> find(TriggerId id);

    /** The trigger with that address; empty when there is none. */
    Optional<Trigger> at(String address);

    /** The secret of a trigger; empty when there is no such trigger. */
    Optional<TriggerSecret> secret(TriggerId id);

    /** The triggers of a user, newest first. */
    Page<Trigger> list(UserId owner, PageRequest page);

    /**
     * Replaces the name, the start and the time of the change.
     *
     * @return false when there is no such trigger
     */
    boolean replace(Trigger trigger);

    /** Removes a trigger with its calls; false when there is none. */
    boolean remove(TriggerId id);

    /** Adds a call, and removes the oldest ones beyond {@link #KEPT_CALLS}. Nothing happens when there is no such trigger. */
    void addCall(TriggerId id, TriggerCall call);

    /** The calls of a trigger, latest first. */
    List<TriggerCall> calls(TriggerId id);
}
