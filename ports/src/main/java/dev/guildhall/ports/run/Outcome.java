package dev.guildhall.ports.run;

/** How the tests of a completed run went. */
public enum Outcome {
    PASSED,
    /** No test failed in the end; at least one passed only when it was repeated. */
    FLAKY,
    FAILED
}
