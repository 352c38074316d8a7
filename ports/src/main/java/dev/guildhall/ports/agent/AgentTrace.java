package dev.guildhall.ports.agent;

import dev.guildhall.ports.JsonData;
import dev.guildhall.ports.memory.MemoryId;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.usage.Usage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The steps that led to one answer of a conversation.
 *
 * @param startedAt when the question was stored
 * @param duration until the answer was stored, or ended early
 * @param outcome how the answer ended
 * @param steps what the agent did, in the order in which the steps began
 */
public record AgentTrace(Instant startedAt, Duration duration, Outcome outcome, List<Step> steps) {
    public AgentTrace {
        steps = List.copyOf(steps);
    }

    /** The same trace with another outcome. */
    public AgentTrace ended(Outcome other) {
        return new AgentTrace(startedAt, duration, other, steps);
    }

    /** How an answer ended, or stopped for the moment. */
    public enum Outcome {
        /** The answer waits for approvals (approvals-3); the trace of what follows replaces this one and begins with its steps. */
        WAITING,
        /** The answer is complete. */
        COMPLETED,
        /** The client disconnected, or the answering thread was interrupted. */
        CANCELLED,
        /** A model or the server failed. */
        FAILED
    }

    /** The trace of an answer that went on after a wait: the steps of both parts, and the outcome of the second one. */
    public AgentTrace continued(AgentTrace after) {
        Duration between = Duration.between(startedAt, after.startedAt());
        List<Step> all = new ArrayList<>(steps);
        after.steps().forEach(step -> all.add(step.startedAfter(between.plus(step.startedAfter()))));
        return new AgentTrace(startedAt, between.plus(after.duration()), after.outcome(), all);
    }

    /** One step of the agent. */
    public sealed interface Step {
        /** The same step with another time to its start. */
        Step startedAfter(Duration other);

        /** The time from the start of the answer to the start of the step. */
        Duration startedAfter();

        /** How long the step took. */
        Duration duration();
    }

    /**
     * The agent asked the model.
     *
     * @param round 1 or more
     * @param model the model that answered; absent when none did
     * @param firstToken the time from the start of the call to the first token; absent when none came
     * @param usage the tokens of the call
     * @param toolCalls how many tools the model called
     * @param error why the answer is incomplete; absent when it is complete
     * @param prompt what the model received: in the first round everything, then what is new
     * @param answer the text that it wrote, empty when it only called tools
     */
    public record ModelCall(
            Duration startedAfter,
            Duration duration,
            int round,
            Optional<String> model,
            Optional<Duration> firstToken,
            Usage usage,
            int toolCalls,
            Optional<String> error,
            List<Message> prompt,
            String answer)
            implements Step {
        public ModelCall {
            prompt = List.copyOf(prompt);
        }

        @Override
        public ModelCall startedAfter(Duration other) {
            return new ModelCall(other, duration, round, model, firstToken, usage, toolCalls, error, prompt, answer);
        }

        /** A call whose prompt and answer are not known. */
        public ModelCall(
                Duration startedAfter,
                Duration duration,
                int round,
                Optional<String> model,
                Optional<Duration> firstToken,
                Usage usage,
                int toolCalls,
                Optional<String> error) {
            this(startedAfter, duration, round, model, firstToken, usage, toolCalls, error, List.of(), "");
        }
    }

    /**
     * A message that a model received.
     *
     * @param role {@code system}, {@code user}, {@code assistant} or {@code tool}
     * @param content its text, or the beginning of it
     */
    public record Message(String role, String content) {}

    /**
     * The agent called a tool.
     *
     * @param round 1 or more
     * @param callId the same as in the message's call
     * @param tool the name that the model called
     * @param error why the call failed; absent when it did not
     * @param failure the kind of failure; absent when the call did not fail, or its kind is unknown
     * @param parameters those of the call
     * @param result the beginning of what the model received as the result, empty when it is not known
     */
    public record ToolCall(
            Duration startedAfter,
            Duration duration,
            int round,
            String callId,
            String tool,
            Optional<String> error,
            Optional<FailureKind> failure,
            Map<String, Object> parameters,
            String result)
            implements Step {
        public ToolCall {
            parameters = JsonData.copy(parameters);
        }

        @Override
        public ToolCall startedAfter(Duration other) {
            return new ToolCall(other, duration, round, callId, tool, error, failure, parameters, result);
        }

        /** A call of which neither the kind of failure, the parameters nor the result is known. */
        public ToolCall(
                Duration startedAfter,
                Duration duration,
                int round,
                String callId,
                String tool,
                Optional<String> error) {
            this(startedAfter, duration, round, callId, tool, error, Optional.empty(), Map.of(), "");
        }
    }

    /**
     * The agent searched the memories.
     *
     * @param hits the memories that the model received, the best first
     */
    public record Recall(Duration startedAfter, Duration duration, List<Remembered> hits) implements Step {
        public Recall {
            hits = List.copyOf(hits);
        }

        @Override
        public Recall startedAfter(Duration other) {
            return new Recall(other, duration, hits);
        }
    }

    /**
     * A memory that the model received.
     *
     * @param id which memory
     * @param score 0 to 1
     */
    public record Remembered(MemoryId id, double score) {}
}
