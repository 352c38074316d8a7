package dev.guildhall.integrations.net;

import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolOutcome;
import java.time.Duration;
import java.util.Optional;

/**
 * A request that failed. It has no stack trace: it is a result, not a bug. The message can be shown to users and
 * models: it contains no address and no secret.
 */
public final class OutboundFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final FailureKind kind;
    private final transient Optional<Duration> retryAfter;

    public OutboundFailure(FailureKind kind, String message) {
        this(kind, message, Optional.empty());
    }

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

    public ToolOutcome.Failure outcome() {
        return new ToolOutcome.Failure(kind, String.valueOf(getMessage()), retryAfter);
    }
}
