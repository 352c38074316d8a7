package dev.guildhall.ports.completion;

import dev.guildhall.ports.Backoff;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Problem;
import java.time.Duration;
import java.util.Optional;

/**
 * How often and when a request to a provider is repeated (models-7).
 *
 * @param retries how often one model is asked again, only before its first token, 0 or more
 * @param backoff the longest wait before each further attempt
 * @param longestRetryAfter a provider that requires a longer wait is not asked again
 */
public record ModelRetry(int retries, Backoff backoff, Duration longestRetryAfter) {
    public static final ModelRetry DEFAULT =
            new ModelRetry(2, Backoff.doubling(Duration.ofMillis(250), Duration.ofSeconds(5)), Duration.ofSeconds(5));

    public ModelRetry {
        if (retries < 0) {
            throw new IllegalArgumentException("retries: " + retries + " must be 0 or more");
        }
    }

    /** The same waits with that many retries. */
    public ModelRetry withRetries(int others) {
        return new ModelRetry(others, backoff, longestRetryAfter);
    }

    /**
     * How long to wait before the next attempt: as long as the provider requires, and never shorter than the backoff.
     * Empty when a retry would not help, or the provider requires too long a wait.
     *
     * @param attempts how many attempts there were
     * @param jitter from 0 to 1: where the backoff is between half of its longest wait and the whole
     */
    public Optional<Duration> waitAfter(Problem problem, int attempts, double jitter) {
        return switch (problem) {
            case CompletionProblem.ProviderFailed failed
            when failed.passing() -> waitFor(failed.retryAfter(), attempts, jitter);
            case CompletionProblem.ProviderTimedOut timedOut
            when timedOut.passing() -> waitFor(Optional.empty(), attempts, jitter);
            case CompletionProblem.ProviderLimited limited
            when !limited.exhausted() -> waitFor(limited.retryAfter(), attempts, jitter);
            default -> Optional.empty();
        };
    }

    private Optional<Duration> waitFor(Optional<Duration> retryAfter, int attempts, double jitter) {
        long most = backoff.after(attempts).toMillis();
        Duration wait = Duration.ofMillis(most / 2 + (long) (most * jitter / 2));
        return Optional.of(retryAfter
                        .filter(required -> required.compareTo(wait) > 0)
                        .orElse(wait))
                .filter(some -> some.compareTo(longestRetryAfter) <= 0);
    }
}
