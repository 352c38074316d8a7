package dev.guildhall.ports.schedule;

import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserData;
import dev.guildhall.ports.UserId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Driven port: schedules and their starts. A schedule is removed with the API key with which it was made. Blocks. Takes part in
 * {@code Transactions}.
 */
public interface ScheduleStore extends UserData {
    /** How many starts of a schedule are kept, beside those that are pending. */
    int KEPT_STARTS = 50;

    /** A longer time without a look of any node is a {@link Gap}. */
    Duration MOST_BETWEEN_LOOKS = Duration.ofSeconds(10);

    /**
     * A time in which no node looked for due schedules.
     *
     * @param from the last look before it
     * @param until the first look after it
     */
    record Gap(Instant from, Instant until) {}

    /**
     * A look for due schedules.
     *
     * @param now the time of the store, which is one for all nodes
     * @param gap the latest gap; absent when there was none
     */
    record Look(Instant now, Optional<Gap> gap) {}

    /** Notes that a node looks for due schedules now. */
    Look look();

    /** The time of the store, which is one for all nodes. */
    Instant now();

    /**
     * Stores a new schedule. It is looked at from {@link Schedule#nextAt()} on.
     *
     * @param most how many may count for its user with this one
     * @return false, with nothing stored, when more would
     */
    boolean add(Schedule schedule, int most);

    /** A schedule; empty when there is none. */
    Optional<Schedule> find(ScheduleId id);

    /** The schedules of a user, newest first. */
    Page<Schedule> list(UserId owner, PageRequest page);

    /**
     * Replaces the definition, the anchor, the next due time and the time of the change.
     *
     * @return false when there is no such schedule
     */
    boolean replace(Schedule schedule);

    /** Removes a schedule with its starts; false when there is none. */
    boolean remove(ScheduleId id);

    /**
     * Schedules to look at, those that have waited longest first.
     *
     * @param most how many at most, 1 or more
     */
    List<ScheduleId> due(Instant now, int most);

    /** When the next schedule is to be looked at; empty when none is. */
    Optional<Instant> nextLook();

    /** Locks a schedule until the end of the open transaction; empty when there is none. */
    Optional<Schedule> lock(ScheduleId id);

    /** As {@link #lock}; also empty when another transaction has locked it. */
    Optional<Schedule> tryLock(ScheduleId id);

    /**
     * Adds starts of a schedule, unless there are such ones. Removes the oldest starts beyond {@link #KEPT_STARTS} that are not
     * pending.
     */
    void addStarts(ScheduleId id, List<ScheduleStart> added);

    /**
     * Sets the next due time of a schedule, at which it is looked at.
     *
     * @param nextAt absent means that it is not due again
     * @param again when it is looked at before that; absent means not before
     */
    void moveOn(ScheduleId id, Optional<Instant> nextAt, Optional<Instant> again);

    /**
     * Sets when the schedule is looked at next.
     *
     * @param again absent means at its next due time
     */
    void lookAgain(ScheduleId id, Optional<Instant> again);

    /** The pending starts, by their due times. */
    List<ScheduleStart> pending(ScheduleId id);

    /**
     * Stores what became of a pending start.
     *
     * @return false, without an effect, when it is not pending
     */
    boolean settle(ScheduleId id, ScheduleStart start);

    /** The starts whose work is not known to have ended, by their due times. */
    List<ScheduleStart> unended(ScheduleId id);

    /** Notes that the work of a start has ended. */
    void end(ScheduleId id, ScheduleStart.Key start);

    /** The starts of a schedule, latest due time first, at most so many. */
    List<ScheduleStart> starts(ScheduleId id, int most);
}
