package dev.guildhall.ports.completion;

import dev.guildhall.ports.UserId;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What became of one request to a model (contract 3, usage). There is one for every request that was let in, however it
 * ended.
 *
 * @param id names it, so that writing it twice counts once
 * @param at when the request came; its UTC day is the day that it counts for
 * @param userId on whose account
 * @param asked of whom, and how often
 * @param usage what it cost up to its end
 * @param outcome how it ended
 * @param firstToken from the request to the first piece of the answer; absent when there was none, and for an answer in
 *     one piece
 * @param duration from the request to its end
 */
public record UsageEntry(
        UsageEntryId id,
        Instant at,
        UserId userId,
        Asked asked,
        Usage usage,
        UsageOutcome outcome,
        Optional<Duration> firstToken,
        Duration duration) {
    /**
     * Of whom something was asked.
     *
     * @param provider who answered, or was asked last
     * @param model the model that answered, or was asked last; 1 to 200 characters
     * @param attempts how often a provider was asked, 0 or more: 0 when the request ended before
     */
    public record Asked(String provider, String model, int attempts) {}
}
