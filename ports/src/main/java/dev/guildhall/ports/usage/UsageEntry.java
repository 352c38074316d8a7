package dev.guildhall.ports.usage;

import dev.guildhall.ports.ApiKeyId;
import dev.guildhall.ports.AssistantVersion;
import dev.guildhall.ports.UserId;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The record of one request to a model (models-14). There is one for every request that the server accepted,
 * however it ended.
 *
 * @param id its identifier; an entry that is written twice counts once
 * @param at when the request arrived; it counts for this day in UTC
 * @param userId the user whose account is charged
 * @param countsFor the user for whose limits the request counts: the same, or for the key of a group the user who made it
 * @param keyId the API key that was used; absent for a session
 * @param assistant the assistant for whose answer the request was made; absent without one
 * @param asked which model the server asked, and how often
 * @param usage the tokens used until its end
 * @param cost in the currency of the installation; absent when the model has no price
 * @param outcome how it ended
 * @param firstToken from the request to the first piece of the answer; absent when there was none, and for an answer in
 *     one piece
 * @param duration from the request to its end
 */
public record UsageEntry(
        UsageEntryId id,
        Instant at,
        UserId userId,
        UserId countsFor,
        Optional<ApiKeyId> keyId,
        Optional<AssistantVersion> assistant,
        Asked asked,
        Usage usage,
        Optional<BigDecimal> cost,
        UsageOutcome outcome,
        Optional<Duration> firstToken,
        Duration duration) {
    /**
     * The provider and the model of a request.
     *
     * @param provider the provider that answered, or was asked last
     * @param model the model that answered, or was asked last; 1 to 200 characters
     * @param attempts how often the server asked a provider, 0 or more: 0 when the request ended before the first
     *     attempt
     */
    public record Asked(String provider, String model, int attempts) {}
}
