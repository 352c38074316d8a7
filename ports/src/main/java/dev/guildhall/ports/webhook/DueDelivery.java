package dev.guildhall.ports.webhook;

/**
 * A delivery that a node has claimed.
 *
 * @param delivery the delivery
 * @param webhook its webhook
 * @param secret the secret of the webhook, {@code whsec_…}
 * @param tries how many tries of the present series have ended before; 0 for the first try
 * @param claim the number of this claim: another node that claims the delivery later has a higher one
 */
public record DueDelivery(WebhookDelivery delivery, Webhook webhook, String secret, int tries, int claim) {
    /** Does not show the secret. */
    @Override
    public String toString() {
        return "DueDelivery[" + delivery.id().value() + "]";
    }
}
