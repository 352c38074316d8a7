package dev.guildhall.llm.openai;

import dev.guildhall.ports.Ticker;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import java.time.Duration;
import java.util.random.RandomGenerator;

/** Waits before a call is tried again: longer each time, and never as long as anybody else. Thread-safe. */
final class Backoff {
    private final Ticker ticker;
    private final RandomGenerator random;

    Backoff(Ticker ticker, RandomGenerator random) {
        this.ticker = ticker;
        this.random = random;
    }

    /** Whether a call that failed like this may be tried once more. */
    boolean allows(Attempt.Failed failed, int attempt) {
        return attempt <= Limits.RETRIES
                && failed.retryable()
                && failed.retryAfter()
                        .map(wait -> wait.compareTo(Limits.LONGEST_RETRY_AFTER) <= 0)
                        .orElse(true);
    }

    /**
     * Waits before the next try.
     *
     * @param attempt how many tries there were, 1 or more
     */
    void pause(Attempt.Failed failed, int attempt) {
        Duration most = Limits.FIRST_BACKOFF.multipliedBy(1L << (attempt - 1));
        long jittered = most.toMillis() / 2 + random.nextLong(most.toMillis() / 2 + 1);
        try {
            ticker.pause(failed.retryAfter().orElse(Duration.ofMillis(jittered)));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new Refusal(new CommonProblem.Cancelled());
        }
    }
}
