package dev.guildhall.integrations.mcp.protocol;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waiting for what another thread brings. */
public final class Awaited {
    private Awaited() {}

    /**
     * Blocks until the value is there.
     *
     * @throws McpFault when it will not come, is late, or the waiting thread is interrupted, which it stays
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
            throw new IllegalStateException("something failed in an unknown way", failed.getCause());
        }
    }
}
