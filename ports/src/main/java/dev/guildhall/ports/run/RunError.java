package dev.guildhall.ports.run;

import dev.guildhall.ports.Text;

/**
 * Why a run has no complete result (runs-3).
 *
 * @param code the kind of failure
 * @param message one or more sentences without secrets, shortened to {@value #MAX_MESSAGE} characters
 */
public record RunError(Code code, String message) {
    /** The most characters of a message. */
    public static final int MAX_MESSAGE = 2000;

    /** The kind of failure; the names are the codes of the specification. */
    public enum Code {
        /** The runner could not start. */
        CONTAINER_ERROR,
        /** The run took longer than its {@code runTimeout}, or waited too long for a slot. */
        RUN_TIMEOUT,
        /** The runner ended before the tests. */
        RUNNER_CRASHED,
        /**
         * The node that executed the run was stopped, failed, or could not reach the database until its lease expired.
         */
        RUN_INTERRUPTED,
        /** The suite cannot be loaded, or has no test to run. */
        SUITE_INVALID
    }

    public RunError {
        message = Text.beginning(Text.repaired(message), MAX_MESSAGE);
    }
}
