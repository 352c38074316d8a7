package dev.guildhall.core.completion;

import dev.guildhall.ports.RateLimit;
import java.time.Duration;

/**
 * Bounds of language models.
 *
 * @param tokens how many tokens a user may use in a minute, charged when a request has ended
 * @param calls how many requests are with providers at once
 * @param retry how often a provider is asked
 * @param total how long a request may take, with all its waits, tries and those that stand in
 * @param usage how usage is written and kept
 * @param modelsFresh how long the list of models is believed
 * @param modelsAgain how long after a failure the provider is not asked for the list again
 */
public record CompletionLimits(
        RateLimit tokens,
        Calls calls,
        Retry retry,
        Duration total,
        Accounts usage,
        Duration modelsFresh,
        Duration modelsAgain) {
    /** What holds where nothing else was asked for. */
    public static final CompletionLimits DEFAULT = new CompletionLimits(
            RateLimit.NONE,
            Calls.DEFAULT,
            Retry.DEFAULT,
            Duration.ofMinutes(10),
            Accounts.DEFAULT,
            Duration.ofMinutes(1),
            Duration.ofSeconds(5));

    /**
     * How many requests are with providers at once.
     *
     * @param atOnce how many
     * @param perUser how many of those may be one user's
     * @param waiting how many more may wait for one of those to end; of one user, for one of the user's to end
     * @param longestWait how long each of them waits
     */
    public record Calls(int atOnce, int perUser, int waiting, Duration longestWait) {
        /** 2,000 at once, half of them one user's, and as many that wait for 10 s. */
        public static final Calls DEFAULT = new Calls(2_000, 1_000, 2_000, Duration.ofSeconds(10));

        /** The same where nobody waits for longer than that. */
        Calls within(Duration most) {
            return new Calls(atOnce, perUser, waiting, longestWait.compareTo(most) < 0 ? longestWait : most);
        }
    }

    /**
     * How often a provider is asked.
     *
     * @param retries how often one model is asked again, before its first token only
     * @param firstBackoff the most that is waited before the second try; twice that before the third, and so on
     * @param longestRetryAfter a provider that wants us to wait longer is not asked again
     */
    public record Retry(int retries, Duration firstBackoff, Duration longestRetryAfter) {
        /** Twice more, 250 ms, 5 s. */
        public static final Retry DEFAULT = new Retry(2, Duration.ofMillis(250), Duration.ofSeconds(5));
    }

    /**
     * How usage is written and kept.
     *
     * @param pending how many entries wait to be written at most; beyond that no request is let in
     * @param batch how many are written at once
     * @param every how long an entry waits at most while the database answers, and so what a crash may cost
     * @param reading how long a report waits at most for entries that are being written, before it says that the database
     *     does not answer
     * @param entriesKept how long single entries are kept
     * @param daysKept how long the sums of days are kept, in days
     */
    public record Accounts(
            int pending, int batch, Duration every, Duration reading, Duration entriesKept, int daysKept) {
        /** 100,000 entries, 1,000 at once every 50 ms, waited for 5 s, kept for 90 days; sums for 400. */
        public static final Accounts DEFAULT =
                new Accounts(100_000, 1_000, Duration.ofMillis(50), Duration.ofSeconds(5), Duration.ofDays(90), 400);
    }

    /** The same with another limit of tokens. */
    public CompletionLimits withTokens(RateLimit limit) {
        return new CompletionLimits(limit, calls, retry, total, usage, modelsFresh, modelsAgain);
    }

    /** The same with other bounds of requests at once. */
    public CompletionLimits withCalls(Calls limits) {
        return new CompletionLimits(tokens, limits, retry, total, usage, modelsFresh, modelsAgain);
    }

    /** The same with another bound of a whole request. */
    public CompletionLimits withTotal(Duration limit) {
        return new CompletionLimits(tokens, calls, retry, limit, usage, modelsFresh, modelsAgain);
    }

    /** The same with other bounds of usage. */
    public CompletionLimits withUsage(Accounts limits) {
        return new CompletionLimits(tokens, calls, retry, total, limits, modelsFresh, modelsAgain);
    }
}
