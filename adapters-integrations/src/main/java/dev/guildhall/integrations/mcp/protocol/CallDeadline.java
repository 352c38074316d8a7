package dev.guildhall.integrations.mcp.protocol;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The deadline of a call, on the clock of {@link System#nanoTime()}. It does not come while the caller answers a question.
 */
public final class CallDeadline {
    private static final Duration NEXT_LOOK = Duration.ofSeconds(1);

    private final Duration time;
    private final AtomicLong end;
    private final AtomicInteger questions = new AtomicInteger();

    private CallDeadline(Duration time) {
        this.time = time;
        this.end = new AtomicLong(System.nanoTime() + time.toNanos());
    }

    public static CallDeadline in(Duration time) {
        return new CallDeadline(time);
    }

    Duration time() {
        return time;
    }

    /** The remaining time, at least zero. */
    public Duration left() {
        Duration left = Duration.ofNanos(Math.max(0, end.get() - System.nanoTime()));
        return questions.get() > 0 && left.compareTo(NEXT_LOOK) < 0 ? NEXT_LOOK : left;
    }

    interface Answer<T> {
        T get();
    }

    /** Waits for an answer of the caller, and moves the deadline by as much. */
    <T> T during(Answer<T> answer) {
        long begun = System.nanoTime();
        questions.incrementAndGet();
        try {
            return answer.get();
        } finally {
            end.addAndGet(System.nanoTime() - begun);
            questions.decrementAndGet();
        }
    }

    /**
     * Blocks until the value is available; throws when it fails or is late, or after an interrupt, which stays set.
     */
    public <T> T await(CompletableFuture<T> coming) throws McpFault {
        Duration left = left();
        while (true) {
            try {
                return coming.get(left.toNanos(), TimeUnit.NANOSECONDS);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw McpFault.cancelled();
            } catch (TimeoutException late) {
                left = left();
                if (left.isZero()) {
                    throw McpFault.timedOut(time);
                }
            } catch (ExecutionException failed) {
                if (failed.getCause() instanceof McpFault fault) {
                    throw fault;
                }
                throw new IllegalStateException("a task failed with an unknown exception", failed.getCause());
            }
        }
    }
}
