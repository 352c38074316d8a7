package dev.guildhall.ports.schedule;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.start.StartedWork;
import java.time.Instant;
import java.util.List;

/**
 * Driving port: schedules of the caller (schedules-1 to schedules-12). An admin sees those of all users by their identifiers.
 * Blocks. Refuses with {@code CommonProblem.Unauthenticated}, and with {@code CommonProblem.NotFound} for a schedule that does not
 * exist or belongs to another user.
 */
public interface Schedules {
    int MAX_NAME = 200;

    /** How many schedules count for one user. */
    int MOST = 1_000;

    /** How many starts of a schedule wait for the end of earlier work. */
    int MOST_WAITING = 100;

    /** How many missed due times start work later. */
    int MOST_CAUGHT_UP = 100;

    /** How many due times {@link #next} returns at most. */
    int MOST_NEXT = 100;

    /**
     * Makes a schedule.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Invalid} naming the field, also for one that is never
     *     due; with {@code TaskProblem.TooManySchedules}; as the request that starts such work for what it starts
     */
    Schedule create(Caller caller, ScheduleDefinition definition);

    /** The caller's schedules, newest first. */
    Page<Schedule> list(Caller caller, PageRequest page);

    /** One schedule. */
    Schedule find(Caller caller, ScheduleId id);

    /** Its last {@value ScheduleStore#KEPT_STARTS} starts, latest first. */
    List<ScheduleStart> starts(Caller caller, ScheduleId id);

    /**
     * Changes a schedule. Due times that are pending stay so.
     *
     * @throws dev.guildhall.ports.problem.Refusal as {@link #create}
     */
    Schedule change(Caller caller, ScheduleId id, ScheduleChange change);

    /** Deletes a schedule. What it has started goes on. */
    void delete(Caller caller, ScheduleId id);

    /**
     * Starts its work now, whether it is enabled and whatever runs.
     *
     * @throws dev.guildhall.ports.problem.Refusal as the request that starts such work
     */
    StartedWork trigger(Caller caller, ScheduleId id);

    /**
     * The next due times, which it has when it is enabled, in order.
     *
     * @param count 1 to {@value #MOST_NEXT}
     */
    List<Instant> next(Caller caller, ScheduleId id, int count);
}
