package dev.guildhall.ports.run;

/** How far a test has come. */
public enum TestStatus {
    /** It has not begun. */
    PENDING,
    RUNNING,
    PASSED,
    /** It failed first and passed when it was repeated; it counts as passed. */
    FLAKY,
    FAILED,
    /** The suite skips it. */
    SKIPPED
}
