package dev.guildhall.core.webhook;

import dev.guildhall.ports.webhook.Webhook;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Limits of the deliveries to webhooks.
 *
 * @param pauses the times between the tries of a delivery (webhooks-6)
 * @param timeout how long a try takes at most
 * @param disabledAfter how long a webhook fails before it is disabled
 * @param kept how long deliveries are kept
 * @param lease how long a node has a delivery that it sends; longer than a try
 * @param atOnce how many tries run at once on a node
 * @param ofOwner with how many running tries of an owner no more are started
 * @param ofFast how many tries of a webhook run at once whose last one has succeeded within {@code fast}
 * @param ofOthers how many tries of another webhook run at once
 * @param fast how long a try of a fast receiver takes
 * @param idlePoll how often a node that sends nothing looks for deliveries
 * @param busyPoll how often a node that sends looks for deliveries
 * @param pending how many deliveries of a webhook wait
 * @param checkEvery how often a node looks for webhooks with more
 */
public record WebhookLimits(
        List<Duration> pauses,
        Duration timeout,
        Duration disabledAfter,
        Duration kept,
        Duration lease,
        int atOnce,
        int ofOwner,
        int ofFast,
        int ofOthers,
        Duration fast,
        Duration idlePoll,
        Duration busyPoll,
        int pending,
        Duration checkEvery) {
    /** The default limits. */
    public static final WebhookLimits DEFAULT = new WebhookLimits(
            List.of(
                    Duration.ofSeconds(5),
                    Duration.ofSeconds(30),
                    Duration.ofMinutes(5),
                    Duration.ofMinutes(30),
                    Duration.ofHours(2),
                    Duration.ofHours(8),
                    Duration.ofHours(24)),
            Duration.ofSeconds(15),
            Duration.ofDays(3),
            Duration.ofDays(7),
            Duration.ofSeconds(45),
            512,
            64,
            32,
            2,
            Duration.ofSeconds(1),
            Duration.ofMillis(200),
            Duration.ofMillis(5),
            Webhook.MOST_PENDING,
            Duration.ofSeconds(30));

    public WebhookLimits {
        pauses = List.copyOf(pauses);
    }

    /** The time until the next try after so many that have failed before this one; empty after the last try. */
    Optional<Duration> pauseAfter(int tries) {
        return tries < pauses.size() ? Optional.of(pauses.get(tries)) : Optional.empty();
    }
}
