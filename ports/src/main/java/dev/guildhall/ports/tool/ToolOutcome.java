package dev.guildhall.ports.tool;

import dev.guildhall.ports.JsonData;

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
     */
    record Failure(FailureKind kind, String message) implements ToolOutcome {}
}
