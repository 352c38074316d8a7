package dev.guildhall.ports.response;

import dev.guildhall.ports.Caller;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Driving port: the answers that are stored for a caller (models-27 to models-30). Any other answer is {@code
 * CommonProblem.NotFound}, also for an admin. Every method blocks.
 */
public interface StoredResponses {
    /** The most answers of one conversation. */
    int MOST_IN_CONVERSATION = 1_000;

    /** The most stored answers of one user. */
    int MOST_PER_USER = 10_000;

    /** How long an answer is stored. */
    Duration KEPT = Duration.ofDays(30);

    /**
     * What a new answer is stored with; see {@link StoredResponse}.
     *
     * @param request empty unless the answer is given in the background
     */
    record NewResponse(
            ResponseId id,
            Optional<ResponseId> previous,
            String request,
            String input,
            ResponseStatus status,
            String answer) {}

    /**
     * The conversation up to an answer, the oldest first.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.NotFound}, also when an earlier answer is
     *     stored no more; with {@code CommonProblem.Invalid} when it has {@value #MOST_IN_CONVERSATION} answers
     */
    List<StoredResponse> conversation(Caller caller, ResponseId last);

    /**
     * Stores an answer that has ended.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code FileProblem.QuotaExceeded} when the user has no room
     */
    void store(Caller caller, NewResponse response);

    /**
     * Stores an answer that a task of the queue will give.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code FileProblem.QuotaExceeded}, {@code TaskProblem.QueueFull},
     *     or {@code CommonProblem.Invalid} when no answer can be given in the background
     */
    StoredResponse enqueue(Caller caller, NewResponse response);

    /** The answer as it is now. */
    StoredResponse find(Caller caller, ResponseId id);

    /** Removes an answer; one that is not final is cancelled before. */
    void remove(Caller caller, ResponseId id);

    /**
     * Cancels a background answer. Cancelling it again changes nothing.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Conflict} when it has ended otherwise
     */
    StoredResponse cancel(Caller caller, ResponseId id);

    /**
     * Passes the events of a background answer to a listener until the answer is final, the listener throws, or the thread
     * is interrupted.
     *
     * @param after the number of the last event that the listener has; -1 for none
     */
    void watch(Caller caller, ResponseId id, int after, Consumer<EventBatch> listener);
}
