package dev.guildhall.integrations.mcp.protocol;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for the result of another thread. */
public final class Futures {
    private Futures() {}

    /**
     * Blocks until the value is available.
     *
     * @throws McpFault when the value fails, is late, or the waiting thread is interrupted, which it stays
     */
    public static <T> T get(CompletableFuture<T> coming, CallDeadline deadline) throws McpFault {
        try {
            return coming.get(deadline.left().toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw McpFault.cancelled();
        } catch (TimeoutException late) {
            throw McpFault.timedOut(deadline.time());
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof McpFault fault) {
                throw fault;
            }
            throw new IllegalStateException("a task failed with an unknown exception", failed.getCause());
        }
    }
}
