package dev.guildhall.ports.webhook;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import java.util.List;

/**
 * Driving port: the webhooks of users (webhooks-1 to webhooks-12). A caller sees own ones, an admin finds all. Blocks. Refuses
 * with {@code CommonProblem.Unauthenticated}, and with {@code CommonProblem.NotFound} for one that the caller does not see.
 */
public interface Webhooks {
    /** How many webhooks count for one user. */
    int MOST = 100;

    /**
     * Makes a webhook.
     *
     * @param url an http or https address without a user, outside of the network unless the installation allows it
     * @throws dev.guildhall.ports.problem.Refusal with {@code TaskProblem.TooManyWebhooks}; with {@code CommonProblem.Invalid}
     *     naming the field; with {@code CommonProblem.Forbidden} when the caller's API key lacks the service of an event
     */
    Created create(Caller caller, String url, List<EventPattern> events);

    /**
     * A new webhook.
     *
     * @param secret the key of its signatures, which no other call returns
     */
    record Created(Webhook webhook, String secret) {
        /** Does not show the secret. */
        @Override
        public String toString() {
            return "Created[" + webhook.id().value() + "]";
        }
    }

    /** The caller's own, latest first. */
    Page<Webhook> list(Caller caller, PageRequest page);

    /** One webhook. */
    Webhook find(Caller caller, WebhookId id);

    /**
     * Changes a webhook.
     *
     * @throws dev.guildhall.ports.problem.Refusal as {@link #create}
     */
    Webhook change(Caller caller, WebhookId id, WebhookChange change);

    /** Removes a webhook; requests that are running may still arrive. */
    void delete(Caller caller, WebhookId id);

    /** The deliveries of a webhook, latest first; they are kept for 7 days. */
    Page<WebhookDelivery> deliveries(Caller caller, WebhookId id, PageRequest page);

    /**
     * Sends a delivery again, at once and by the whole series of tries.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Conflict} while the webhook is disabled
     */
    WebhookDelivery redeliver(Caller caller, WebhookId id, DeliveryId delivery);

    /**
     * Sends the event {@code webhook.test} about the webhook itself.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Conflict} while the webhook is disabled
     */
    WebhookDelivery test(Caller caller, WebhookId id);
}
