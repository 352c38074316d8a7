package dev.guildhall.core.inmemory;

import dev.guildhall.core.inmemory.transaction.InMemoryTransactions;
import dev.guildhall.core.inmemory.transaction.UndoableMap;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.webhook.DeliveryId;
import dev.guildhall.ports.webhook.DueDelivery;
import dev.guildhall.ports.webhook.Webhook;
import dev.guildhall.ports.webhook.WebhookDelivery;
import dev.guildhall.ports.webhook.WebhookDelivery.Attempt;
import dev.guildhall.ports.webhook.WebhookDelivery.Status;
import dev.guildhall.ports.webhook.WebhookEvent;
import dev.guildhall.ports.webhook.WebhookId;
import dev.guildhall.ports.webhook.WebhookStore;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Webhooks and their deliveries in memory. */
final class InMemoryWebhookStore implements WebhookStore {
    private final InMemoryTransactions transactions;
    private final Stores stores;
    private final InstantSource clock;
    private final UndoableMap<WebhookId, Row> webhooks;
    private final UndoableMap.Groups<WebhookId, Row, UserId> byOwner;
    private final UndoableMap<DeliveryId, Queued> deliveries;
    private final UndoableMap.Groups<DeliveryId, Queued, WebhookId> byWebhook;
    private final UndoableMap.Groups<DeliveryId, Queued, Boolean> byPending;
    private long published;

    InMemoryWebhookStore(InMemoryTransactions transactions, Stores stores, InstantSource clock) {
        this.transactions = transactions;
        this.stores = stores;
        this.clock = clock;
        this.webhooks = new UndoableMap<>(transactions);
        this.byOwner = webhooks.by(row -> row.webhook().owner());
        this.deliveries = new UndoableMap<>(transactions);
        this.byWebhook = deliveries.by(queued -> queued.delivery().webhookId());
        this.byPending = deliveries.by(queued -> queued.delivery().nextAt().isPresent());
    }

    private record Row(Webhook webhook, String secret) {
        Row with(Webhook other) {
            return new Row(other, secret);
        }

        @Override
        public String toString() {
            return webhook.toString();
        }
    }

    private record Queued(WebhookDelivery delivery, UserId owner, int tries, int claims) {
        Queued due(Status status, Optional<Instant> next, List<Attempt> attempts, int nowTries, int nowClaims) {
            WebhookDelivery changed = new WebhookDelivery(
                    delivery.id(),
                    delivery.webhookId(),
                    delivery.event(),
                    delivery.subject(),
                    delivery.createdAt(),
                    status,
                    attempts,
                    next);
            return new Queued(changed, owner, nowTries, nowClaims);
        }

        boolean isDue(Instant now) {
            return delivery.nextAt().filter(due -> !now.isBefore(due)).isPresent();
        }
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MICROS);
    }

    private Stream<Webhook> all() {
        return webhooks.values().stream().map(Row::webhook).filter(this::isThere);
    }

    private boolean isThere(Webhook webhook) {
        return webhook.keyId().isEmpty()
                || webhook.keyId().flatMap(stores.apiKeys()::find).isPresent();
    }

    @Override
    public int count(UserId user) {
        return transactions.guarded(() -> (int) all().filter(
                        webhook -> webhook.countsFor().orElse(webhook.owner()).equals(user))
                .count());
    }

    @Override
    public void add(Webhook webhook, String secret) {
        transactions.run(() -> webhooks.put(webhook.id(), new Row(counted(webhook), secret)));
    }

    private Webhook counted(Webhook webhook) {
        return webhook.countsFor().flatMap(stores.accounts()::find).isPresent() ? webhook : webhook.countingForOwner();
    }

    @Override
    public void put(Webhook changed) {
        transactions.run(() -> webhooks.change(changed.id(), row -> row.with(changed)));
    }

    @Override
    public void remove(WebhookId id) {
        transactions.run(() -> {
            webhooks.remove(id);
            byWebhook
                    .of(id)
                    .forEach(queued -> deliveries.remove(queued.delivery().id()));
        });
    }

    @Override
    public void removeAll(UserId owner) {
        transactions.run(() -> webhooks.removeWhere(row -> row.webhook().owner().equals(owner)));
    }

    @Override
    public Optional<Webhook> find(WebhookId id) {
        return transactions.guarded(() -> webhooks.get(id).map(Row::webhook).filter(this::isThere));
    }

    @Override
    public Optional<Webhook> lock(WebhookId id) {
        transactions.requireOpen();
        return find(id);
    }

    @Override
    public Page<Webhook> list(UserId owner, PageRequest page) {
        return transactions.guarded(() -> Page.newestFirst(ofOwner(owner).toList(), page, Webhook::id));
    }

    private Stream<Webhook> ofOwner(UserId owner) {
        return byOwner.of(owner).map(Row::webhook).filter(this::isThere);
    }

    @Override
    public void publish(UserId owner, WebhookEvent event, String subject) {
        transactions.run(() -> ofOwner(owner)
                .filter(webhook -> webhook.subscribesTo(event))
                .forEach(webhook -> deliver(webhook, event, subject)));
    }

    @Override
    public WebhookDelivery deliver(Webhook webhook, WebhookEvent event, String subject) {
        return transactions.guarded(() -> {
            Instant now = now();
            long micros = ChronoUnit.MICROS.between(Instant.EPOCH, now);
            DeliveryId id = new DeliveryId("dlv_%014x%016x".formatted(micros, ++published));
            WebhookDelivery delivery = new WebhookDelivery(
                    id, webhook.id(), event, subject, now, Status.PENDING, List.of(), Optional.of(now));
            deliveries.put(id, new Queued(delivery, webhook.owner(), 0, 0));
            return delivery;
        });
    }

    @Override
    public Page<WebhookDelivery> deliveries(WebhookId id, PageRequest page) {
        return transactions.guarded(
                () -> Page.newestFirst(byWebhook.of(id).map(Queued::delivery).toList(), page, WebhookDelivery::id));
    }

    @Override
    public Optional<WebhookDelivery> redeliver(WebhookId id, DeliveryId delivery) {
        return transactions.guarded(() -> deliveries
                .get(delivery)
                .filter(queued -> queued.delivery().webhookId().equals(id))
                .map(queued -> put(queued.due(
                        Status.PENDING, Optional.of(now()), queued.delivery().attempts(), 0, queued.claims() + 1))));
    }

    private WebhookDelivery put(Queued queued) {
        deliveries.put(queued.delivery().id(), queued);
        return queued.delivery();
    }

    @Override
    public List<DueDelivery> claim(Claim claim) {
        return transactions.guarded(() -> {
            Instant now = now();
            Map<WebhookId, Integer> ofWebhooks = new HashMap<>();
            Map<UserId, Integer> ofOwners = new HashMap<>();
            List<DueDelivery> claimed = new ArrayList<>();
            byPending
                    .of(true)
                    .filter(queued -> queued.isDue(now) && !claim.except().contains(queued.owner()))
                    .sorted(Comparator.comparing(
                            queued -> queued.delivery().nextAt().orElseThrow()))
                    .forEach(queued -> find(queued.delivery().webhookId())
                            .filter(Webhook::isEnabled)
                            .filter(webhook -> claimed.size() < claim.most()
                                    && ofOwners.getOrDefault(queued.owner(), 0) < claim.ofOwner()
                                    && ofWebhooks.getOrDefault(webhook.id(), 0)
                                            < claim.others().getOrDefault(webhook.id(), claim.ofEach()))
                            .ifPresent(webhook -> {
                                ofWebhooks.merge(webhook.id(), 1, Integer::sum);
                                ofOwners.merge(queued.owner(), 1, Integer::sum);
                                claimed.add(claimed(queued, webhook, now.plus(claim.lease())));
                            }));
            return claimed;
        });
    }

    private DueDelivery claimed(Queued queued, Webhook webhook, Instant until) {
        Queued now = queued.due(
                Status.PENDING, Optional.of(until), queued.delivery().attempts(), queued.tries(), queued.claims() + 1);
        String secret = webhooks.get(webhook.id()).orElseThrow().secret();
        return new DueDelivery(put(now), webhook, secret, now.tries(), now.claims());
    }

    @Override
    public List<Webhook> settle(List<Settlement> ended) {
        return transactions.guarded(() -> {
            Set<WebhookId> failed = new LinkedHashSet<>();
            Set<WebhookId> worked = new LinkedHashSet<>();
            for (Settlement one : ended) {
                settle(one);
                (one.attempt().hasSucceeded() ? worked : failed)
                        .add(one.delivery().webhook().id());
                if (!one.attempt().hasSucceeded()) {
                    fails(one.delivery().webhook().id(), one.attempt().at());
                }
            }
            worked.forEach(id -> change(id, webhook -> webhook.in(Optional.empty(), webhook.disabledAt())));
            return failed.stream().flatMap(id -> find(id).stream()).toList();
        });
    }

    private void settle(Settlement one) {
        DueDelivery claimed = one.delivery();
        deliveries
                .get(claimed.delivery().id())
                .filter(queued -> queued.claims() == claimed.claim()
                        && queued.delivery().nextAt().isPresent())
                .ifPresent(queued -> {
                    List<Attempt> attempts = new ArrayList<>(queued.delivery().attempts());
                    attempts.add(one.attempt());
                    int first = Math.max(0, attempts.size() - WebhookDelivery.MOST_ATTEMPTS);
                    Status ended = one.attempt().hasSucceeded() ? Status.DELIVERED : Status.FAILED;
                    Optional<Duration> pause = one.pause();
                    put(queued.due(
                            pause.isPresent() ? Status.PENDING : ended,
                            pause.map(now()::plus),
                            attempts.subList(first, attempts.size()),
                            queued.tries() + 1,
                            queued.claims() + 1));
                });
    }

    private void fails(WebhookId id, Instant at) {
        change(id, webhook -> webhook.in(webhook.failingSince().or(() -> Optional.of(at)), webhook.disabledAt()));
    }

    private void change(WebhookId id, UnaryOperator<Webhook> change) {
        webhooks.change(id, row -> row.with(change.apply(row.webhook())));
    }

    @Override
    public boolean disable(WebhookId id) {
        return transactions.guarded(() -> {
            Optional<Webhook> enabled = find(id).filter(Webhook::isEnabled);
            enabled.ifPresent(webhook -> put(webhook.in(webhook.failingSince(), Optional.of(now()))));
            return enabled.isPresent();
        });
    }

    @Override
    public void giveBack(List<DueDelivery> claimed) {
        transactions.run(() -> claimed.forEach(one -> deliveries
                .get(one.delivery().id())
                .filter(queued -> queued.claims() == one.claim()
                        && queued.delivery().nextAt().isPresent())
                .ifPresent(queued -> put(queued.due(
                        Status.PENDING,
                        Optional.of(now()),
                        queued.delivery().attempts(),
                        queued.tries(),
                        queued.claims() + 1)))));
    }

    @Override
    public int failBeyond(int pending, String error, int most) {
        return transactions.guarded(() -> {
            Attempt why = new Attempt(now(), Optional.empty(), Duration.ZERO, Optional.of(error));
            List<Queued> beyond =
                    byPending
                            .of(true)
                            .collect(Collectors.groupingBy(
                                    queued -> queued.delivery().webhookId()))
                            .values()
                            .stream()
                            .flatMap(ofWebhook -> ofWebhook.stream()
                                    .sorted(Comparator.comparing((Queued queued) ->
                                                    queued.delivery().nextAt().orElseThrow())
                                            .reversed())
                                    .skip(pending))
                            .limit(most)
                            .toList();
            beyond.forEach(queued -> put(queued.due(
                    Status.FAILED,
                    Optional.empty(),
                    Stream.concat(queued.delivery().attempts().stream(), Stream.of(why))
                            .toList(),
                    queued.tries(),
                    queued.claims() + 1)));
            return beyond.size();
        });
    }

    @Override
    public int prune(Instant before, int most) {
        return transactions.guarded(() ->
                deliveries.removeWhere(queued -> queued.delivery().createdAt().isBefore(before), most));
    }

    @Override
    public int erase(UserId user, int most) {
        return transactions.guarded(() -> {
            int removed = webhooks.removeWhere(row -> row.webhook().owner().equals(user), most);
            removed += deliveries.removeWhere(queued -> queued.owner().equals(user), most - removed);
            List<Webhook> counted = webhooks.values().stream()
                    .map(Row::webhook)
                    .filter(webhook -> webhook.countsFor().filter(user::equals).isPresent())
                    .limit(most - removed)
                    .toList();
            counted.forEach(webhook -> put(webhook.countingForOwner()));
            return removed + counted.size();
        });
    }
}
