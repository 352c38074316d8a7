package dev.guildhall.ports.execution;

import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolOutcome;
import java.time.Duration;

/** How far an execution has come. */
public sealed interface ExecutionState {
    /** What is known of an execution whose node died. */
    ToolOutcome.Failure OUTCOME_UNKNOWN = new ToolOutcome.Failure(
            FailureKind.OUTCOME_UNKNOWN,
            "the server stopped before there was an answer; whether the tool took effect is not known");

    /** It is under way, or its node died and nobody has noticed yet. */
    record Running() implements ExecutionState {}

    /**
     * It ended.
     *
     * @param outcome how
     * @param duration how long it took, to the millisecond
     */
    record Ended(ToolOutcome outcome, Duration duration) implements ExecutionState {}

    /** The status on the wire: {@code running}, {@code completed}, {@code failed}. */
    default String wireName() {
        return switch (this) {
            case Running ignored -> "running";
            case Ended(ToolOutcome.Success ignored, Duration time) -> "completed";
            case Ended(ToolOutcome.Failure ignored, Duration time) -> "failed";
        };
    }
}
