package dev.guildhall.ports.task;

import java.util.Optional;

/**
 * When a task starts, how often it is tried, and beside which other tasks it runs (tasks-36 to tasks-40).
 *
 * @param start absent means at once
 * @param retry absent means the rule of its type
 * @param concurrency absent means beside any other tasks
 * @param unique a key of 1 to {@value #MAX_KEY} characters that no other task of its owner has that has not ended;
 *     absent means none
 * @param retriedFrom the ended task that this one repeats; absent for any other
 */
public record TaskOptions(
        Optional<StartTime> start,
        Optional<Retry> retry,
        Optional<Concurrency> concurrency,
        Optional<String> unique,
        Optional<TaskId> retriedFrom) {
    /** The most characters of a key. */
    public static final int MAX_KEY = 200;

    /** A task that starts at once, by the rule of its type, and beside any others. */
    public static final TaskOptions NONE =
            new TaskOptions(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    /** The same with that start. */
    public TaskOptions withStart(StartTime time) {
        return new TaskOptions(Optional.of(time), retry, concurrency, unique, retriedFrom);
    }

    /** The same with that rule. */
    public TaskOptions withRetry(Retry rule) {
        return new TaskOptions(start, Optional.of(rule), concurrency, unique, retriedFrom);
    }

    /** The same with that key. */
    public TaskOptions withConcurrency(Concurrency key) {
        return new TaskOptions(start, retry, Optional.of(key), unique, retriedFrom);
    }

    /** The same for a task that repeats another one. */
    public TaskOptions withRetriedFrom(TaskId ended) {
        return new TaskOptions(start, retry, concurrency, unique, Optional.of(ended));
    }

    /** The same with that key. */
    public TaskOptions withUnique(String key) {
        return new TaskOptions(start, retry, concurrency, Optional.of(key), retriedFrom);
    }
}
