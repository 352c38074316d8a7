package dev.guildhall.ports.telemetry;

import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolOutcome;
import java.time.Duration;
import java.util.Optional;

/** Driven port: counts calls of models and of tools for the metrics (operation-8). Does not block. */
public interface CallMeter {
    /** Is called when a request to a model has ended, also when it failed. */
    void asked(TracedModelCall call);

    /** Is called when a tool has run, for a client or an agent, in a task or not. */
    void executed(Execution execution);

    /**
     * One run of a tool.
     *
     * @param tool its name; absent for a tool of one user alone, whose name must not be a label of a metric
     * @param duration from the first check to the outcome
     * @param failure why it failed; absent when it did not
     */
    record Execution(Optional<String> tool, Duration duration, Optional<FailureKind> failure) {
        /** A run with that outcome. */
        public static Execution of(Optional<String> tool, Duration duration, ToolOutcome outcome) {
            return new Execution(
                    tool,
                    duration,
                    outcome instanceof ToolOutcome.Failure failed ? Optional.of(failed.kind()) : Optional.empty());
        }
    }
}
