package dev.guildhall.ports.agent;

import dev.guildhall.ports.completion.Usage;
import dev.guildhall.ports.memory.MemoryId;
import dev.guildhall.ports.tool.FailureKind;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * How one answer of a conversation came to be.
 *
 * @param startedAt when the question was kept
 * @param duration until the answer was kept, or broke off
 * @param outcome how it ended
 * @param steps what was done on the way, in the order in which it began
 */
public record AgentTrace(Instant startedAt, Duration duration, Outcome outcome, List<Step> steps) {
    public AgentTrace {
        steps = List.copyOf(steps);
    }

    /** How an answer ended. */
    public enum Outcome {
        /** It is whole. */
        COMPLETED,
        /** The client left, or whoever asked was interrupted. */
        CANCELLED,
        /** Something failed. */
        FAILED
    }

    /** One thing that was done. */
    public sealed interface Step {
        /** Since the answer's start. */
        Duration startedAfter();

        /** How long it took. */
        Duration duration();
    }

    /**
     * The model was asked.
     *
     * @param round 1 or more
     * @param model who answered; absent when nobody did
     * @param firstToken from the call's start; absent when none came
     * @param usage what was counted
     * @param toolCalls how many tools it wanted
     * @param error why there is no whole answer; absent when there is one
     */
    public record ModelCall(
            Duration startedAfter,
            Duration duration,
            int round,
            Optional<String> model,
            Optional<Duration> firstToken,
            Usage usage,
            int toolCalls,
            Optional<String> error)
            implements Step {}

    /**
     * A tool was called.
     *
     * @param round 1 or more
     * @param callId pairs it with the message's call
     * @param tool the name that the model called
     * @param error why it failed; absent when it did not
     * @param failure what sort of failure that was; absent when it did not fail, and where nobody told
     */
    public record ToolCall(
            Duration startedAfter,
            Duration duration,
            int round,
            String callId,
            String tool,
            Optional<String> error,
            Optional<FailureKind> failure)
            implements Step {
        /** One of which nobody told what sort of failure it met, if it met one. */
        public ToolCall(
                Duration startedAfter,
                Duration duration,
                int round,
                String callId,
                String tool,
                Optional<String> error) {
            this(startedAfter, duration, round, callId, tool, error, Optional.empty());
        }
    }

    /**
     * Memories were looked for.
     *
     * @param hits which ones the model was shown, the best first
     */
    public record Recall(Duration startedAfter, Duration duration, List<Remembered> hits) implements Step {
        public Recall {
            hits = List.copyOf(hits);
        }
    }

    /**
     * A memory that the model was shown.
     *
     * @param id which one
     * @param score 0 to 1
     */
    public record Remembered(MemoryId id, double score) {}
}
