package dev.guildhall.core.config;

import dev.guildhall.ports.RateLimit;
import dev.guildhall.ports.completion.ModelRetry;
import java.time.Duration;

/**
 * Limits of language models.
 *
 * @param tokens how many tokens a user may use in a minute; each request is charged when it has ended
 * @param calls how many concurrent requests go to providers
 * @param retry how often a request to a provider is repeated
 * @param total how long a request may take, with all its waits, attempts and fallbacks
 * @param usage how usage is written and stored
 * @param modelsFresh how long the list of models is cached
 * @param modelsAgain how long after a failure the provider's list of models is not requested again
 */
public record CompletionLimits(
        RateLimit tokens,
        Calls calls,
        ModelRetry retry,
        Duration total,
        Accounts usage,
        Duration modelsFresh,
        Duration modelsAgain) {

    public static final CompletionLimits DEFAULT = new CompletionLimits(
            RateLimit.NONE,
            Calls.DEFAULT,
            ModelRetry.DEFAULT,
            Duration.ofMinutes(10),
            Accounts.DEFAULT,
            Duration.ofMinutes(1),
            Duration.ofSeconds(5));

    /**
     * How many concurrent requests go to providers.
     *
     * @param atOnce how many
     * @param perUser how many of those one user may have
     * @param waiting how many more may wait for the end of one of those; of one user, for the end of one of the user's
     * @param longestWait how long each of them waits
     */
    public record Calls(int atOnce, int perUser, int waiting, Duration longestWait) {

        public static final Calls DEFAULT = new Calls(2_000, 1_000, 2_000, Duration.ofSeconds(10));
    }

    /**
     * How usage is written and stored.
     *
     * @param pending how many entries wait to be written at most; beyond it requests are refused
     * @param batch how many are written at once
     * @param every the pause after each write: how long an entry waits at most while the database responds; a crash of
     *     the machine may lose the entries of that time
     * @param reading how long a report waits at most for entries that are being written, before it refuses the request
     *     as unavailable
     * @param entriesKept how long single entries are stored
     * @param daysKept how long the sums of days are stored, in days
     */
    public record Accounts(
            int pending, int batch, Duration every, Duration reading, Duration entriesKept, int daysKept) {

        public static final Accounts DEFAULT =
                new Accounts(100_000, 1_000, Duration.ofMillis(50), Duration.ofSeconds(5), Duration.ofDays(90), 400);
    }

    public CompletionLimits withTokens(RateLimit limit) {
        return new CompletionLimits(limit, calls, retry, total, usage, modelsFresh, modelsAgain);
    }

    public CompletionLimits withCalls(Calls limits) {
        return new CompletionLimits(tokens, limits, retry, total, usage, modelsFresh, modelsAgain);
    }

    public CompletionLimits withTotal(Duration limit) {
        return new CompletionLimits(tokens, calls, retry, limit, usage, modelsFresh, modelsAgain);
    }

    public CompletionLimits withUsage(Accounts limits) {
        return new CompletionLimits(tokens, calls, retry, total, limits, modelsFresh, modelsAgain);
    }
}
