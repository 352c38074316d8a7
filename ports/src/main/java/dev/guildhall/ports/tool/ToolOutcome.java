package dev.guildhall.ports.tool;

import dev.guildhall.ports.JsonData;
import java.time.Duration;
import java.util.Optional;

/** How a call of a tool ended. A failure is an answer too: a model can act on it. */
public sealed interface ToolOutcome {
    /**
     * It did what it does.
     *
     * @param data JSON as plain JDK values, never null
     */
    record Success(Object data) implements ToolOutcome {
        public Success {
            data = JsonData.copyValue(data);
        }
    }

    /**
     * It did not.
     *
     * @param kind what sort of failure
     * @param message one sentence that a model can act on
     * @param retryAfter when the same call may go through; absent when that is not known
     */
    record Failure(FailureKind kind, String message, Optional<Duration> retryAfter) implements ToolOutcome {
        /** A failure without advice when to try again. */
        public Failure(FailureKind kind, String message) {
            this(kind, message, Optional.empty());
        }
    }
}
