package dev.guildhall.integrations.playwright;

import dev.guildhall.ports.run.RunError;

/** A run, or a count of tests, failed. The message of its error gives the reason, for users. */
final class RunFailed extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient RunError error;

    RunFailed(RunError.Code code, String message) {
        super(message);
        error = new RunError(code, message);
    }

    RunError error() {
        return error;
    }
}
