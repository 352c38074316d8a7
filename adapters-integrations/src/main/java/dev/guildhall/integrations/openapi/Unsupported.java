package dev.guildhall.integrations.openapi;

/** An operation that cannot be a tool. Its message says why. */
final class Unsupported extends Exception {
    private static final long serialVersionUID = 1L;

    Unsupported(String reason) {
        super(reason, null, false, false);
    }

    String reason() {
        return String.valueOf(getMessage());
    }
}
