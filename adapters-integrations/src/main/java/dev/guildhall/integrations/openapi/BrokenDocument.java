package dev.guildhall.integrations.openapi;

/** A document that is inconsistent. The message says where. */
final class BrokenDocument extends RuntimeException {
    private static final long serialVersionUID = 1L;

    BrokenDocument(String reason) {
        super(reason, null, false, false);
    }

    String reason() {
        return String.valueOf(getMessage());
    }
}
