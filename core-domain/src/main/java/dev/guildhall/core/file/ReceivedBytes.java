package dev.guildhall.core.file;

import dev.guildhall.ports.UserId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/**
 * The bytes of each user that this node has received, or is receiving, and that belong to no file yet. Those
 * that stay in the storage without a file, after a failure, count until they are swept.
 */
final class ReceivedBytes {
    private record Part(long bytes, Instant until) {}

    private final Duration unused;
    private final Map<UserId, Deque<Part>> ofUsers = new HashMap<>();

    /** @param unused how long content that belongs to nothing is stored */
    ReceivedBytes(Duration unused) {
        this.unused = unused;
    }

    /** Adds bytes of a user, unless there would be more than the maximum; returns whether it did. */
    synchronized boolean add(UserId user, long bytes, long most, Instant now) {
        if (of(user, now) + bytes > most) {
            return false;
        }
        ofUsers.computeIfAbsent(user, any -> new ArrayDeque<>()).add(new Part(bytes, now.plus(unused)));
        return true;
    }

    synchronized long of(UserId user, Instant now) {
        ofUsers.values().removeIf(parts -> {
            parts.removeIf(part -> !now.isBefore(part.until()));
            return parts.isEmpty();
        });
        return ofUsers.getOrDefault(user, new ArrayDeque<>()).stream()
                .mapToLong(Part::bytes)
                .sum();
    }

    /** Removes bytes that belong to files now, or that were not received after all: the oldest ones of that size. */
    synchronized void remove(UserId user, long bytes) {
        Deque<Part> parts = ofUsers.getOrDefault(user, new ArrayDeque<>());
        parts.stream().filter(part -> part.bytes() == bytes).findFirst().ifPresent(parts::removeFirstOccurrence);
    }
}
