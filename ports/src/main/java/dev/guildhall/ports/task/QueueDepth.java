package dev.guildhall.ports.task;

import java.time.Instant;
import java.util.Optional;

/**
 * How full the queue is.
 *
 * @param queued how many tasks wait, 0 or more
 * @param running how many are being carried out, 0 or more
 * @param oldest when the oldest of those that wait was created; absent when none waits
 */
public record QueueDepth(long queued, long running, Optional<Instant> oldest) {}
