package dev.guildhall.core.webhook;

import dev.guildhall.core.account.AccountRoles;
import dev.guildhall.core.cache.BoundedMap;
import dev.guildhall.core.time.DueWork;
import dev.guildhall.core.time.OutageLog;
import dev.guildhall.core.time.Threads;
import dev.guildhall.ports.Ticker;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.webhook.DueDelivery;
import dev.guildhall.ports.webhook.Webhook;
import dev.guildhall.ports.webhook.WebhookBodies;
import dev.guildhall.ports.webhook.WebhookDelivery.Attempt;
import dev.guildhall.ports.webhook.WebhookEvent;
import dev.guildhall.ports.webhook.WebhookId;
import dev.guildhall.ports.webhook.WebhookSender;
import dev.guildhall.ports.webhook.WebhookStore;
import dev.guildhall.ports.webhook.WebhookStore.Claim;
import dev.guildhall.ports.webhook.WebhookStore.Settlement;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Sends the deliveries that are due; of several nodes each takes others. One thread claims and settles them in batches, others
 * send them. A receiver that is slow or fails gets few threads, so that it does not hold up the others (webhooks-8).
 */
public final class WebhookDispatcher implements DueWork {
    private static final Logger LOG = System.getLogger(WebhookDispatcher.class.getName());
    private static final int MOST_KNOWN = 500;
    private static final int GONE = 410;
    private static final int MOST_FAILED = 5_000;
    private static final String TOO_MANY = "more than " + Webhook.MOST_PENDING + " deliveries of the webhook waited";
    private static final Duration STOP = Duration.ofSeconds(1);

    private final InstantSource clock;
    private final Ticker ticker;
    private final Stores stores;
    private final WebhookStore webhooks;
    private final WebhookLimits limits;
    private final WebhookRequests requests;
    private final ExecutorService threads;
    private final OutageLog outages;
    private final Queue<Settlement> ended = new ConcurrentLinkedQueue<>();
    private final Queue<DueDelivery> abandoned = new ConcurrentLinkedQueue<>();

    /** Of the dispatching thread alone, as the rest. */
    private final List<Settlement> unsettled = new ArrayList<>();

    private final Map<WebhookId, Integer> running = new HashMap<>();
    private final Map<UserId, Integer> ofOwners = new HashMap<>();
    private final Map<WebhookId, Boolean> fast = BoundedMap.leastRecentlyUsed(MOST_KNOWN);
    private int total;
    private Instant nextCheck = Instant.MIN;

    /** Creates the dispatcher of a node. */
    public WebhookDispatcher(
            InstantSource clock,
            Ticker ticker,
            Threads threads,
            Stores stores,
            AccountRoles accounts,
            WebhookSender sender,
            WebhookBodies bodies,
            WebhookLimits limits) {
        this.clock = clock;
        this.ticker = ticker;
        this.stores = stores;
        this.webhooks = stores.webhooks();
        this.limits = limits;
        this.requests = new WebhookRequests(clock, stores, accounts, sender, bodies);
        this.threads = threads.executor();
        this.outages = new OutageLog(LOG, limits.idlePoll());
    }

    @Override
    public void run() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                attempt();
                ticker.pause(total == 0 ? limits.idlePoll() : limits.busyPoll());
            }
        } catch (InterruptedException stopped) {
            // The stop ends it.
        }
        stop();
        Thread.currentThread().interrupt();
    }

    /** Ends the running tries, and gives their deliveries back, so that another node sends them at once (webhooks-15). */
    private void stop() {
        // The store would not be reached by an interrupted thread.
        Thread.interrupted();
        threads.shutdownNow();
        try {
            if (!threads.awaitTermination(STOP.toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.log(Level.WARNING, "tries of deliveries to webhooks run on {0} after the stop", STOP);
            }
            webhooks.giveBack(List.copyOf(abandoned));
            settle();
        } catch (InterruptedException again) {
            LOG.log(Level.WARNING, "the stop of the deliveries to webhooks was interrupted");
        } catch (RuntimeException outage) {
            LOG.log(Level.WARNING, "the deliveries to webhooks could not be given back: {0}", outage.toString());
        }
    }

    private void attempt() {
        try {
            round();
            failBeyond();
            outages.succeeded();
        } catch (RuntimeException | Error outage) {
            outages.failed("{0} failed, next try in {1}: {2}", "the delivery to webhooks", limits.idlePoll(), outage);
        }
    }

    @Override
    public boolean runDue(Instant now) {
        boolean any = round();
        failBeyond();
        return any;
    }

    /** Of a webhook with too many waiting deliveries, those fail that have been due the longest (webhooks-14). */
    private void failBeyond() {
        Instant now = clock.instant();
        if (now.isBefore(nextCheck)) {
            return;
        }
        nextCheck = now.plus(limits.checkEvery());
        int failed = webhooks.failBeyond(limits.pending(), TOO_MANY, MOST_FAILED);
        for (int more = failed; more == MOST_FAILED && !Thread.currentThread().isInterrupted(); failed += more) {
            more = webhooks.failBeyond(limits.pending(), TOO_MANY, MOST_FAILED);
        }
        if (failed > 0) {
            LOG.log(Level.WARNING, "{0} deliveries to webhooks failed: too many waited", failed);
        }
    }

    private boolean round() {
        settle();
        List<DueDelivery> claimed = total < limits.atOnce() ? webhooks.claim(claim()) : List.of();
        claimed.forEach(this::start);
        settle();
        return !claimed.isEmpty();
    }

    private Claim claim() {
        Map<WebhookId, Integer> free = new HashMap<>();
        fast.keySet().forEach(id -> free.put(id, limits.ofFast()));
        running.forEach((id, count) -> free.merge(
                id, Math.max(0, limits.ofOthers() - count), (ofFast, others) -> Math.max(0, ofFast - count)));
        Set<UserId> full = ofOwners.entrySet().stream()
                .filter(owner -> owner.getValue() >= limits.ofOwner())
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
        return new Claim(limits.atOnce() - total, limits.ofOthers(), free, limits.ofOwner(), full, limits.lease());
    }

    private void start(DueDelivery due) {
        count(due, 1);
        threads.execute(() -> send(due));
    }

    private void count(DueDelivery due, int change) {
        total += change;
        running.merge(due.webhook().id(), change, WebhookDispatcher::sum);
        ofOwners.merge(due.webhook().owner(), change, WebhookDispatcher::sum);
    }

    @SuppressWarnings("NullAway") // The map removes an entry whose new value is null.
    private static Integer sum(Integer before, Integer change) {
        return before + change == 0 ? null : before + change;
    }

    /** A try that the stop of the node interrupts is not stored: another node has it when the claim ends. */
    private void send(DueDelivery due) {
        Instant at = clock.instant();
        try {
            WebhookRequests.Result result = requests.send(due, limits.timeout());
            if (!Thread.currentThread().isInterrupted()) {
                ended.add(settlement(due, at, result));
                return;
            }
        } catch (RuntimeException | Error bug) {
            LOG.log(Level.WARNING, "the delivery " + due.delivery().id().value() + " failed", bug);
        }
        abandoned.add(due);
    }

    private Settlement settlement(DueDelivery due, Instant at, WebhookRequests.Result result) {
        WebhookSender.Reply reply = result.reply();
        Duration took = Duration.between(at, clock.instant());
        Attempt attempt = new Attempt(at, reply.status(), took.isNegative() ? Duration.ZERO : took, reply.error());
        Optional<Duration> pause =
                attempt.hasSucceeded() || result.isFinal() ? Optional.empty() : limits.pauseAfter(due.tries());
        return new Settlement(due, attempt, pause);
    }

    private void settle() {
        for (DueDelivery due = abandoned.poll(); due != null; due = abandoned.poll()) {
            count(due, -1);
        }
        for (Settlement one = ended.poll(); one != null; one = ended.poll()) {
            unsettled.add(one);
        }
        if (unsettled.isEmpty()) {
            return;
        }
        webhooks.settle(unsettled).forEach(this::disableAfterDays);
        unsettled.forEach(this::settled);
        unsettled.clear();
    }

    private void settled(Settlement one) {
        WebhookId id = one.delivery().webhook().id();
        count(one.delivery(), -1);
        if (one.attempt().hasSucceeded() && one.attempt().took().compareTo(limits.fast()) < 0) {
            fast.put(id, true);
        } else {
            fast.remove(id);
        }
        if (one.attempt().status().filter(status -> status == GONE).isPresent()) {
            disable(one.delivery().webhook());
        }
    }

    private void disableAfterDays(Webhook webhook) {
        Instant now = clock.instant();
        if (webhook.failingSince()
                .filter(since -> !now.isBefore(since.plus(limits.disabledAfter())))
                .isPresent()) {
            disable(webhook);
        }
    }

    private void disable(Webhook webhook) {
        stores.transactions().run(() -> {
            if (webhooks.disable(webhook.id())) {
                webhooks.publish(
                        webhook.owner(),
                        WebhookEvent.WEBHOOK_DISABLED,
                        webhook.id().value());
                LOG.log(Level.INFO, "the webhook {0} is disabled", webhook.id().value());
            }
        });
    }
}
