package dev.guildhall.ports.tool;

import dev.guildhall.ports.JsonData;
import dev.guildhall.ports.Text;
import dev.guildhall.ports.connection.Scope;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** How a call of a tool ended. A failure is a result too: a model can react to it. */
public sealed interface ToolOutcome {
    /**
     * The call succeeded.
     *
     * @param data JSON as plain JDK values, never null
     */
    record Success(Object data) implements ToolOutcome {
        public Success {
            data = JsonData.copyValue(data);
        }
    }

    /**
     * The call failed.
     *
     * @param kind the kind of failure
     * @param message one sentence that a model can use
     * @param retryAfter when the same call may succeed; absent when unknown
     * @param missing of {@link FailureKind#INSUFFICIENT_SCOPES} the scopes to consent to, as far as known; not recorded
     */
    record Failure(FailureKind kind, String message, Optional<Duration> retryAfter, List<Scope> missing)
            implements ToolOutcome {
        /** Creates a failure; a tool that has no words for it, for example from an exception without a message, gets some. */
        public Failure(FailureKind kind, String message, Optional<Duration> retryAfter, List<Scope> missing) {
            this.kind = kind;
            this.message = message == null || message.isBlank()
                    ? "the tool failed and gave no reason"
                    : Text.repaired(message);
            this.retryAfter = retryAfter;
            this.missing = List.copyOf(missing);
        }

        /** A failure that no other scopes help against. */
        public Failure(FailureKind kind, String message, Optional<Duration> retryAfter) {
            this(kind, message, retryAfter, List.of());
        }

        /** A failure without a time to try again. */
        public Failure(FailureKind kind, String message) {
            this(kind, message, Optional.empty());
        }
    }
}
