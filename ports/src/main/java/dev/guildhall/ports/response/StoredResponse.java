package dev.guildhall.ports.response;

import dev.guildhall.ports.UserId;
import dev.guildhall.ports.task.TaskId;
import java.time.Instant;
import java.util.Optional;

/**
 * An answer that is stored for its owner (models-27).
 *
 * @param id never changes
 * @param owner the user who asked
 * @param previous the answer that this one continues; absent for the first one of a conversation
 * @param depth how many answers the conversation has up to this one, 1 or more
 * @param createdAt when the request came
 * @param request the body of the request as JSON, from which a background answer is given; empty for other answers
 * @param input what the request added to the conversation: a JSON array of items
 * @param status how far it has come
 * @param answer the answer as JSON, as its owner receives it
 * @param task the task that gives it; absent for an answer that is not given in the background
 */
public record StoredResponse(
        ResponseId id,
        UserId owner,
        Optional<ResponseId> previous,
        int depth,
        Instant createdAt,
        String request,
        String input,
        ResponseStatus status,
        String answer,
        Optional<TaskId> task) {
    /** Whether it is given by a task of the queue. */
    public boolean isBackground() {
        return !request.isEmpty();
    }

    /** The same answer, as it has become. */
    public StoredResponse with(ResponseStatus other, String text) {
        return new StoredResponse(id, owner, previous, depth, createdAt, request, input, other, text, task);
    }

    /** The same answer, given by that task. */
    public StoredResponse by(TaskId other) {
        return new StoredResponse(
                id, owner, previous, depth, createdAt, request, input, status, answer, Optional.of(other));
    }

    /** The room that it takes, in characters. */
    public long length() {
        return (long) request.length() + input.length() + answer.length();
    }
}
