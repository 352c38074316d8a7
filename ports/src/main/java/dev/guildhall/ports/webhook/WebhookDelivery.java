package dev.guildhall.ports.webhook;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * An event for one webhook, with the tries to send it.
 *
 * @param id the {@code webhook-id} of its requests
 * @param webhookId its webhook
 * @param event what has happened
 * @param subject the identifier of the task, the workflow, the run, the approval or the webhook that the event is about
 * @param createdAt when it has happened
 * @param status whether it was sent
 * @param attempts the tries, the earliest first, of which the last {@value #MOST_ATTEMPTS} are kept
 * @param nextAt when it is sent next; absent when it has ended
 */
public record WebhookDelivery(
        DeliveryId id,
        WebhookId webhookId,
        WebhookEvent event,
        String subject,
        Instant createdAt,
        Status status,
        List<Attempt> attempts,
        Optional<Instant> nextAt) {
    /** How many tries are kept. */
    public static final int MOST_ATTEMPTS = 20;

    public WebhookDelivery {
        attempts = List.copyOf(attempts);
    }

    /** Whether a delivery was sent. */
    public enum Status {
        /** It waits for its next try. */
        PENDING,
        /** The receiver has taken it. */
        DELIVERED,
        /** No further try follows. */
        FAILED
    }

    /**
     * A try.
     *
     * @param at when it began
     * @param status the status of the response; absent when there was none
     * @param took how long it took, in milliseconds
     * @param error why it failed, without addresses and secrets; absent when it succeeded
     */
    public record Attempt(Instant at, Optional<Integer> status, Duration took, Optional<String> error) {
        /** Whether the receiver has taken it. */
        public boolean hasSucceeded() {
            return error.isEmpty();
        }
    }
}
