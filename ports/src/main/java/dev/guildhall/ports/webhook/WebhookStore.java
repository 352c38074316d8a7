package dev.guildhall.ports.webhook;

import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserData;
import dev.guildhall.ports.UserId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Driven port: webhooks, and what is to be sent to them. The stores of tasks, workflows, runs and approvals write the
 * deliveries of their events with the transitions, in the same transaction (webhooks-3). A webhook whose API key was removed
 * is not there any more. Secrets are encrypted at rest. The store sets the times. Blocks. Takes part in {@code Transactions}.
 */
public interface WebhookStore extends UserData {
    /** How many webhooks count for a user. */
    int count(UserId user);

    /** Stores a new webhook with its secret. */
    void add(Webhook webhook, String secret);

    /** Stores the address, the events and the state of a webhook; nothing happens when it was removed. */
    void put(Webhook changed);

    /** Removes a webhook with its deliveries; nothing happens when there is none. */
    void remove(WebhookId id);

    /** Removes all webhooks of an owner; the deliveries of them are never sent. */
    void removeAll(UserId owner);

    /** One webhook; empty when there is none. */
    Optional<Webhook> find(WebhookId id);

    /** The same, locked until the open transaction ends. */
    Optional<Webhook> lock(WebhookId id);

    /** The webhooks of an owner, latest first. */
    Page<Webhook> list(UserId owner, PageRequest page);

    /** Stores a delivery, due now, for each enabled webhook of the owner that subscribes to the event. */
    void publish(UserId owner, WebhookEvent event, String subject);

    /** Stores a delivery, due now, for one webhook, whatever it subscribes to. */
    WebhookDelivery deliver(Webhook webhook, WebhookEvent event, String subject);

    /** The deliveries of a webhook, latest first. */
    Page<WebhookDelivery> deliveries(WebhookId id, PageRequest page);

    /**
     * Makes a delivery due now, with all tries before it.
     *
     * @return the delivery; empty when the webhook has none of that identifier
     */
    Optional<WebhookDelivery> redeliver(WebhookId id, DeliveryId delivery);

    /**
     * Claims deliveries of enabled webhooks that are due, each for one caller: until the lease ends, no other call returns it.
     * Of each webhook the earliest come first.
     */
    List<DueDelivery> claim(Claim claim);

    /**
     * What to claim.
     *
     * @param most how many at most, 1 or more
     * @param ofEach how many of one webhook, 1 or more
     * @param others how many of these webhooks instead; 0 for none
     * @param ofOwner how many of one owner, 1 or more
     * @param except owners of whom none are wanted
     * @param lease how long a claim lasts
     */
    record Claim(
            int most, int ofEach, Map<WebhookId, Integer> others, int ofOwner, Set<UserId> except, Duration lease) {
        public Claim {
            others = Map.copyOf(others);
            except = Set.copyOf(except);
        }
    }

    /**
     * Stores the ends of tries. One whose claim is not the last of its delivery any more has no effect. After a success its
     * webhook is not failing; a failure is the first one since the last success, or not.
     *
     * @return the webhooks with failures, as they are now, each once
     */
    List<Webhook> settle(List<Settlement> ended);

    /**
     * The end of a try.
     *
     * @param delivery the delivery
     * @param attempt the try
     * @param pause the time until the next try; absent when none follows
     */
    record Settlement(DueDelivery delivery, WebhookDelivery.Attempt attempt, Optional<Duration> pause) {}

    /** Disables a webhook that is enabled; false when it is not, or is not there. */
    boolean disable(WebhookId id);

    /** Makes claimed deliveries due now, which were not sent; no try counts. One whose claim is not the last has no effect. */
    void giveBack(List<DueDelivery> claimed);

    /**
     * Fails deliveries of webhooks of which too many wait, with a try that says why: those that have been due the longest.
     * Counts no rows: of each webhook it reads as many as may wait, at most.
     *
     * @param pending how many of one webhook may wait, 1 or more
     * @param error why the others fail
     * @param most how many fail at most
     * @return how many have failed
     */
    int failBeyond(int pending, String error, int most);

    /**
     * Removes deliveries older than a time.
     *
     * @param most how many at most
     * @return how many it removed
     */
    int prune(Instant before, int most);
}
