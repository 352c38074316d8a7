package dev.guildhall.integrations.openapi;

/** An operation that cannot become a tool. The message gives the reason. */
final class Unsupported extends Exception {
    private static final long serialVersionUID = 1L;

    Unsupported(String reason) {
        super(reason, null, false, false);
    }

    String reason() {
        return String.valueOf(getMessage());
    }
}
