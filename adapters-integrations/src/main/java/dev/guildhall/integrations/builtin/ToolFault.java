package dev.guildhall.integrations.builtin;

import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolOutcome;
import java.time.Duration;
import java.util.Optional;

/** Why a tool of ours has no result. It has no stack trace: it is an answer, not a fault. */
final class ToolFault extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final FailureKind kind;
    private final transient Optional<Duration> retryAfter;

    /**
     * A failure.
     *
     * @param message one sentence that a model can act on
     */
    ToolFault(FailureKind kind, String message) {
        this(kind, message, Optional.empty());
    }

    ToolFault(FailureKind kind, String message, Optional<Duration> retryAfter) {
        super(message, null, false, false);
        this.kind = kind;
        this.retryAfter = retryAfter;
    }

    /** The same call would fail again. */
    static ToolFault failed(String message) {
        return new ToolFault(FailureKind.FAILED, message);
    }

    /** An argument that is valid by the schema and means nothing. */
    static ToolFault invalid(String name, String what) {
        return new ToolFault(FailureKind.INVALID_ARGUMENTS, name + ": " + what);
    }

    ToolOutcome.Failure outcome() {
        return new ToolOutcome.Failure(kind, String.valueOf(getMessage()), retryAfter);
    }
}
