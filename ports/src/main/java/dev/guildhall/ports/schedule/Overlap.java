package dev.guildhall.ports.schedule;

/** What happens at a due time while work of the same schedule has not ended (schedules-5). */
public enum Overlap {
    /** The due time starts nothing. */
    SKIP,
    /** Its start waits until the earlier work has ended; at most {@value Schedules#MOST_WAITING} wait. */
    QUEUE,
    /** The earlier work is cancelled. */
    CANCEL
}
