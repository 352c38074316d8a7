package dev.guildhall.integrations.net;

import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolOutcome;
import java.time.Duration;
import java.util.Optional;

/**
 * A request without an answer. It has no stack trace: it is an answer, not a fault. Its message can go to users and
 * models: it names no address and no secret.
 */
public final class OutboundFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final FailureKind kind;
    private final transient Optional<Duration> retryAfter;

    /** Without advice when to try again. */
    public OutboundFailure(FailureKind kind, String message) {
        this(kind, message, Optional.empty());
    }

    /**
     * With advice.
     *
     * @param retryAfter when the same request may go through; absent when that is not known
     */
    public OutboundFailure(FailureKind kind, String message, Optional<Duration> retryAfter) {
        super(message, null, false, false);
        this.kind = kind;
        this.retryAfter = retryAfter;
    }

    public FailureKind kind() {
        return kind;
    }

    public Optional<Duration> retryAfter() {
        return retryAfter;
    }

    /** What a tool answers then. */
    public ToolOutcome.Failure outcome() {
        return new ToolOutcome.Failure(kind, String.valueOf(getMessage()), retryAfter);
    }
}
