package dev.guildhall.app;

/** The server cannot start; the message says why, in one line. */
final class StartFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    StartFailure(String message) {
        super(message, null, false, false);
    }
}
