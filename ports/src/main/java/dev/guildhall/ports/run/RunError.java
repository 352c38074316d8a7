package dev.guildhall.ports.run;

import dev.guildhall.ports.Text;

/**
 * Why a run has no full verdict (contract 7).
 *
 * @param code which kind of failure
 * @param message one or more sentences without secrets, cut at {@value #MAX_MESSAGE} characters
 */
public record RunError(Code code, String message) {
    /** The most characters of a message. */
    public static final int MAX_MESSAGE = 2000;

    /** What failed; the names are the codes of the specification. */
    public enum Code {
        /** The runner could not start. */
        CONTAINER_ERROR,
        /** The run took longer than its {@code runTimeout}, or waited too long for a slot. */
        RUN_TIMEOUT,
        /** The runner ended before the tests did. */
        RUNNER_CRASHED,
        /** The node that carried the run out was stopped, died, or did not reach the database for as long as its lease. */
        RUN_INTERRUPTED,
        /** The suite cannot be loaded, or has no test that is to be run. */
        SUITE_INVALID
    }

    public RunError {
        message = Text.beginning(Text.repaired(message), MAX_MESSAGE);
    }
}
