package dev.guildhall.ports.run;

/** The state of a test. */
public enum TestStatus {
    /** It has not begun. */
    PENDING,
    RUNNING,
    PASSED,
    /** It failed at first and passed in a repetition; it counts as passed. */
    FLAKY,
    FAILED,
    /** The suite skips it. */
    SKIPPED
}
