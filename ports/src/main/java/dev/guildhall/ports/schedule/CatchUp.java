package dev.guildhall.ports.schedule;

/** What happens for due times at which no node ran (schedules-6). */
public enum CatchUp {
    /** Nothing. */
    NONE,
    /** The last one starts work. */
    LAST,
    /** Each of the last {@value Schedules#MOST_CAUGHT_UP} starts work. */
    ALL
}
