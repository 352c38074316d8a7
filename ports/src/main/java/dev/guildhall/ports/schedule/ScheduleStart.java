package dev.guildhall.ports.schedule;

import dev.guildhall.ports.start.StartFailure;
import dev.guildhall.ports.start.StartedWork;
import java.time.Instant;

/**
 * What became of one due time of a schedule (schedules-7).
 *
 * @param key which due time
 * @param outcome what became of it
 */
public record ScheduleStart(Key key, Outcome outcome) {
    /**
     * Identifies the start: there is one for each due time, and one for each request to start by hand.
     *
     * @param dueAt the due time; for a start by hand, the time of the request
     * @param byHand whether a user started it
     */
    public record Key(Instant dueAt, boolean byHand) {}

    /** What became of a due time. */
    public sealed interface Outcome {
        /** It is to start work. */
        record Pending() implements Outcome {}

        /**
         * It has started work.
         *
         * @param work what it started
         * @param at when
         */
        record Started(StartedWork work, Instant at) implements Outcome {}

        /** It starts nothing. */
        record Skipped(SkipReason reason) implements Outcome {}

        /**
         * The work could not be started.
         *
         * @param failure why
         * @param at when
         */
        record Failed(StartFailure failure, Instant at) implements Outcome {}
    }

    /** Why a due time starts nothing. */
    public enum SkipReason {
        /** Earlier work has not ended. */
        OVERLAP,
        /** No node ran at that time. */
        MISSED,
        /** The most starts wait already. */
        QUEUE_FULL
    }

    /** A due time that is to start work. */
    public static ScheduleStart pending(Instant dueAt) {
        return new ScheduleStart(new Key(dueAt, false), new Outcome.Pending());
    }

    /** A due time that no node saw. */
    public static ScheduleStart missed(Instant dueAt) {
        return new ScheduleStart(new Key(dueAt, false), new Outcome.Skipped(SkipReason.MISSED));
    }
}
