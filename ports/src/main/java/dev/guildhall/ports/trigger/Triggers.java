package dev.guildhall.ports.trigger;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.start.Start;
import dev.guildhall.ports.start.StartedWork;
import java.util.List;
import java.util.Optional;

/**
 * Driving port: triggers of the caller (triggers-1 to triggers-6). An admin sees those of all users by their identifiers. Blocks.
 * Refuses with {@code CommonProblem.Unauthenticated}, and with {@code CommonProblem.NotFound} for a trigger that does not exist or
 * belongs to another user.
 */
public interface Triggers {
    int MAX_NAME = 200;

    /** How many triggers count for one user. */
    int MOST = 1_000;

    /**
     * A new trigger.
     *
     * @param secret shown only now
     */
    record Created(Trigger trigger, TriggerSecret secret) {}

    /**
     * Makes a trigger.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Invalid} naming the field; with
     *     {@code TaskProblem.TooManyTriggers}; as the request that starts such work for what it starts
     */
    Created create(Caller caller, String name, Start start);

    /** The caller's triggers, newest first. */
    Page<Trigger> list(Caller caller, PageRequest page);

    /** One trigger. */
    Trigger find(Caller caller, TriggerId id);

    /** Its last {@value TriggerStore#KEPT_CALLS} calls, latest first. */
    List<TriggerCall> calls(Caller caller, TriggerId id);

    /**
     * Changes a trigger; what is absent stays.
     *
     * @throws dev.guildhall.ports.problem.Refusal as {@link #create}
     */
    Trigger change(Caller caller, TriggerId id, Optional<String> name, Optional<Start> start);

    /** Deletes a trigger. What it has started goes on. */
    void delete(Caller caller, TriggerId id);

    /**
     * Starts the work of the trigger with that address, unless a request with the same message identifier has done so within a
     * day.
     *
     * @param caller needs no account
     * @param address the last part of the address of a trigger
     * @return what was started, by this request or by the earlier one
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.NotFound} for an address of no trigger; with
     *     {@code CommonProblem.Unauthenticated} without its secret or a valid signature; with {@code CommonProblem.RateLimited};
     *     with {@code CommonProblem.Invalid} when the body lacks what the start refers to; as the request that starts such work
     */
    StartedWork call(Caller caller, String address, TriggerRequest request);
}
