package dev.guildhall.ports.execution;

import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolOutcome;
import java.time.Duration;

/** The state of an execution. */
public sealed interface ExecutionState {
    /** The outcome of an execution whose node failed. */
    ToolOutcome.Failure OUTCOME_UNKNOWN = new ToolOutcome.Failure(
            FailureKind.OUTCOME_UNKNOWN,
            "the server stopped before there was an answer; whether the tool took effect is not known");

    /** It is running, or its node has failed and no other node has detected that yet. */
    record Running() implements ExecutionState {}

    /**
     * It has ended.
     *
     * @param outcome how it ended
     * @param duration how long it took, to the millisecond
     */
    record Ended(ToolOutcome outcome, Duration duration) implements ExecutionState {}

    /** The status in JSON: {@code running}, {@code completed}, {@code failed}. */
    default String wireName() {
        return switch (this) {
            case Running ignored -> "running";
            case Ended(ToolOutcome.Success ignored, Duration time) -> "completed";
            case Ended(ToolOutcome.Failure ignored, Duration time) -> "failed";
        };
    }
}
