package dev.guildhall.ports.response;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.completion.Completions;
import java.util.List;
import java.util.function.Consumer;

/** Driven port: gives a background answer, in the protocol of its request. */
public interface ResponseRunner {
    /**
     * Asks the model. Blocks as long as that takes.
     *
     * @param owner the user who asked
     * @param completions the models
     * @param events receives the events in their order
     * @return the answer, also of a model that failed
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Cancelled} when the thread was interrupted
     */
    Result run(Caller.User owner, Attempt attempt, Completions completions, Consumer<EventBatch> events);

    /**
     * Ends an answer whose task ended without it, with events that say so.
     *
     * @param events receives the events in their order
     */
    Result fail(Attempt attempt, Consumer<EventBatch> events);

    /**
     * An attempt at an answer, from its beginning.
     *
     * @param response the answer, with its request
     * @param history the answers before it, the oldest first
     * @param firstEvent the number of its first event, 0 or more: no earlier attempt had that number
     */
    record Attempt(StoredResponse response, List<StoredResponse> history, int firstEvent) {
        public Attempt {
            history = List.copyOf(history);
        }
    }

    /**
     * A given answer.
     *
     * @param status a final one
     * @param answer the answer as JSON
     */
    record Result(ResponseStatus status, String answer) {}
}
