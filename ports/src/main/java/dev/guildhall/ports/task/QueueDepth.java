package dev.guildhall.ports.task;

import java.time.Instant;
import java.util.Optional;

/**
 * How many tasks the queue has.
 *
 * @param queued how many tasks wait, 0 or more
 * @param running how many tasks run, 0 or more
 * @param oldest when the oldest waiting task was created; absent when none waits
 */
public record QueueDepth(long queued, long running, Optional<Instant> oldest) {}
