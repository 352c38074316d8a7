package dev.guildhall.integrations.builtin;

import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolOutcome;
import java.time.Duration;
import java.util.Optional;

/** Why a built-in tool has no result. It has no stack trace, because the model gets it as the tool's result. */
final class ToolFault extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final FailureKind kind;
    private final transient Optional<Duration> retryAfter;

    /** A failure, in one sentence that a model can act on. */
    ToolFault(FailureKind kind, String message) {
        this(kind, message, Optional.empty());
    }

    ToolFault(FailureKind kind, String message, Optional<Duration> retryAfter) {
        super(message, null, false, false);
        this.kind = kind;
        this.retryAfter = retryAfter;
    }

    /** A failure that the same call would have again. */
    static ToolFault failed(String message) {
        return new ToolFault(FailureKind.FAILED, message);
    }

    /** An argument that is valid by the schema, but has no meaning for the tool. */
    static ToolFault invalid(String name, String what) {
        return new ToolFault(FailureKind.INVALID_ARGUMENTS, name + ": " + what);
    }

    ToolOutcome.Failure outcome() {
        return new ToolOutcome.Failure(kind, String.valueOf(getMessage()), retryAfter);
    }
}
