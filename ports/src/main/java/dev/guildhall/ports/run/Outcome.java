package dev.guildhall.ports.run;

/** The outcome of the tests of a completed run. */
public enum Outcome {
    PASSED,
    /** No test failed in the end; at least one passed only in a repetition. */
    FLAKY,
    FAILED
}
