package dev.guildhall.ports.response;

import dev.guildhall.ports.UserData;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.task.TaskId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Driven port: stored answers, each with the events of a background answer. What they say is sealed at rest. */
public interface ResponseStore extends UserData {
    /** Stores a new answer; its identifier is not used yet. */
    void add(StoredResponse response);

    /** An answer of that owner. */
    Optional<StoredResponse> find(UserId owner, ResponseId id);

    /**
     * An answer and those before it, the newest first: until one is not stored.
     *
     * @param most how many at most
     */
    List<StoredResponse> chain(UserId owner, ResponseId id, int most);

    /**
     * An attempt of a task at an answer. From the beginning of a later one on, an earlier one has no effect.
     *
     * @param fence the fencing token of the attempt, 1 or more: it grows with every attempt
     */
    record Attempt(UserId owner, ResponseId id, TaskId task, int fence) {}

    /**
     * A task begins to give an answer, from its beginning: events of an earlier attempt are removed.
     *
     * @return the number of its first event, after those of all earlier attempts; empty, without an effect, when the answer
     *     is not stored, is final, belongs to another task, or a later attempt has begun
     */
    OptionalInt begin(Attempt attempt);

    /**
     * Ends an answer. The first end counts.
     *
     * @param status a final one
     * @return false, without an effect, when the answer is not stored, or is final
     */
    boolean end(UserId owner, ResponseId id, ResponseStatus status, String answer);

    /** The same for the latest attempt at an answer; false, without an effect, for an earlier one. */
    boolean end(Attempt attempt, ResponseStatus status, String answer);

    /** Adds events of the latest attempt that follow the stored ones; without an effect for another, and when it is final. */
    void append(Attempt attempt, EventBatch batch);

    /**
     * The batches with an event after that number, in their order.
     *
     * @param after -1 for all events
     * @param most how many batches at most
     */
    List<EventBatch> events(UserId owner, ResponseId id, int after, int most);

    /** Removes an answer with its events; false when it is not stored. */
    boolean remove(UserId owner, ResponseId id);

    /** How many answers a user has; counts up to {@code most} alone. */
    int count(UserId owner, int most);

    /** The room that the answers of a user take, without their events. */
    long bytesOf(UserId owner);

    /** Removes answers that were created before a moment, at most so many; returns how many. */
    int sweep(Instant createdBefore, int most);
}
