package dev.guildhall.ports.task;

/**
 * A task starts while fewer than {@code limit} tasks of its owner with the same key run (tasks-39). Until then it waits
 * without holding up other tasks.
 *
 * @param key 1 to {@value TaskOptions#MAX_KEY} characters
 * @param limit 1 to {@value #MOST}
 */
public record Concurrency(String key, int limit) {
    /** The highest limit. */
    public static final int MOST = 1000;
}
