package dev.guildhall.core.tool;

import dev.guildhall.ports.Ticker;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolOutcome;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;

/**
 * Runs a tool on its own thread, which is interrupted when the time limit has passed or the caller is interrupted.
 * Thread-safe.
 */
final class TimedCall {
    private static final Logger LOG = System.getLogger(TimedCall.class.getName());

    private final Ticker ticker;

    TimedCall(Ticker ticker) {
        this.ticker = ticker;
    }

    /**
     * The outcome; a call that ignores interrupts is abandoned.
     *
     * @param timeout more than zero
     */
    ToolOutcome run(Supplier<ToolOutcome> call, Duration timeout) {
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        try {
            Future<ToolOutcome> running = threads.submit(call::get);
            threads.execute(() -> endInTime(running, timeout));
            return await(running, timeout);
        } finally {
            threads.shutdownNow();
        }
    }

    private void endInTime(Future<ToolOutcome> running, Duration timeout) {
        try {
            ticker.pause(timeout);
            running.cancel(true);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    private static ToolOutcome await(Future<ToolOutcome> running, Duration timeout) {
        try {
            return running.get();
        } catch (CancellationException late) {
            return new ToolOutcome.Failure(
                    FailureKind.TIMED_OUT, "the tool gave no answer within " + timeout.toMillis() + " ms");
        } catch (ExecutionException bug) {
            LOG.log(Level.ERROR, "a tool threw an unexpected exception", bug.getCause());
            return new ToolOutcome.Failure(FailureKind.FAILED, "the tool failed unexpectedly");
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return new ToolOutcome.Failure(
                    FailureKind.CANCELLED, "the call was cancelled; whether the tool took effect is not known");
        }
    }
}
