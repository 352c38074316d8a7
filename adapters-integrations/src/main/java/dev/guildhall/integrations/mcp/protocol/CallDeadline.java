package dev.guildhall.integrations.mcp.protocol;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The deadline of a call, on the clock of {@link System#nanoTime()}. */
public record CallDeadline(Duration time, long end) {
    public static CallDeadline in(Duration time) {
        return new CallDeadline(time, System.nanoTime() + time.toNanos());
    }

    /** The remaining time, at least zero. */
    public Duration left() {
        return Duration.ofNanos(Math.max(0, end - System.nanoTime()));
    }

    /** The earlier of the two deadlines. */
    CallDeadline orIn(Duration other) {
        return left().compareTo(other) <= 0 ? this : in(other);
    }

    /**
     * Blocks until the value is available; throws when it fails or is late, or after an interrupt, which stays set.
     */
    public <T> T await(CompletableFuture<T> coming) throws McpFault {
        try {
            return coming.get(left().toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw McpFault.cancelled();
        } catch (TimeoutException late) {
            throw McpFault.timedOut(time);
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof McpFault fault) {
                throw fault;
            }
            throw new IllegalStateException("a task failed with an unknown exception", failed.getCause());
        }
    }
}
