package dev.guildhall.integrations.text;

import dev.guildhall.ports.tool.FailureKind;

/** A document without readable text. It has no stack trace: it is a result, not a bug. */
public final class NoText extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final FailureKind kind;

    NoText(FailureKind kind, String message) {
        super(message, null, false, false);
        this.kind = kind;
    }

    static NoText malformed(String message) {
        return new NoText(FailureKind.INVALID_RESPONSE, message);
    }

    public FailureKind kind() {
        return kind;
    }
}
