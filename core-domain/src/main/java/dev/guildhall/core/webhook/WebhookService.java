package dev.guildhall.core.webhook;

import dev.guildhall.core.security.LiveKeys;
import dev.guildhall.core.security.Permissions;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.IdSource;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.SecretSource;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.TaskProblem;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.webhook.DeliveryId;
import dev.guildhall.ports.webhook.EventPattern;
import dev.guildhall.ports.webhook.Webhook;
import dev.guildhall.ports.webhook.WebhookChange;
import dev.guildhall.ports.webhook.WebhookDelivery;
import dev.guildhall.ports.webhook.WebhookEvent;
import dev.guildhall.ports.webhook.WebhookId;
import dev.guildhall.ports.webhook.WebhookSender;
import dev.guildhall.ports.webhook.WebhookStore;
import dev.guildhall.ports.webhook.Webhooks;
import java.net.URI;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Makes, changes and removes webhooks (webhooks-1 to webhooks-9). */
public final class WebhookService implements Webhooks {
    private final InstantSource clock;
    private final IdSource ids;
    private final SecretSource secrets;
    private final Stores stores;
    private final WebhookStore webhooks;
    private final Permissions permissions;
    private final LiveKeys keys;
    private final Optional<WebhookSender> sender;
    private final Supplier<URI> ownAddress;

    /**
     * Creates the service.
     *
     * @param sender knows which addresses are allowed; absent means all
     * @param ownAddress where users reach this server, which no webhook calls
     */
    public WebhookService(
            InstantSource clock,
            IdSource ids,
            SecretSource secrets,
            Stores stores,
            Permissions permissions,
            Optional<WebhookSender> sender,
            Supplier<URI> ownAddress) {
        this.clock = clock;
        this.ids = ids;
        this.secrets = secrets;
        this.stores = stores;
        this.webhooks = stores.webhooks();
        this.permissions = permissions;
        this.keys = new LiveKeys(clock, stores.apiKeys());
        this.sender = sender;
        this.ownAddress = ownAddress;
    }

    @Override
    public Created create(Caller caller, String url, List<EventPattern> events) {
        Caller.User user = caller.requireUser();
        Webhook webhook = new Webhook(
                new WebhookId(ids.next("whk")),
                user.userId(),
                user.key().map(Caller.Key::id),
                user.countsForInsteadOf(user.userId()),
                url,
                events,
                clock.instant(),
                Optional.empty(),
                Optional.empty());
        requireAddress(url);
        requireServices(user, events);
        String secret = WebhookSignature.newSecret(secrets);
        stores.transactions().run(() -> {
            requireRoom(user);
            webhooks.add(webhook, secret);
        });
        return new Created(webhook, secret);
    }

    private void requireAddress(String url) {
        if (isOwn(URI.create(url))) {
            throw Refusal.invalid("url", "must not be an address of this server");
        }
        sender.flatMap(known -> known.fault(url)).ifPresent(fault -> {
            throw Refusal.invalid("url", fault);
        });
    }

    /** A webhook that calls its own server could start the work whose end it is told, without an end. */
    private boolean isOwn(URI url) {
        URI own = ownAddress.get();
        return url.getHost().equalsIgnoreCase(own.getHost()) && port(url) == port(own);
    }

    private static int port(URI url) {
        int usual = url.getScheme().equalsIgnoreCase("https") ? 443 : 80;
        return url.getPort() < 0 ? usual : url.getPort();
    }

    private static void requireServices(Caller.User user, List<EventPattern> events) {
        for (int i = 0; i < events.size(); i++) {
            EventPattern pattern = events.get(i);
            Optional<String> missing = Arrays.stream(WebhookEvent.values())
                    .filter(pattern::matches)
                    .map(WebhookEvent::service)
                    .filter(service -> !user.mayCall(service))
                    .findFirst();
            if (missing.isPresent()) {
                throw new Refusal(new CommonProblem.Forbidden(
                        "events[" + i + "]: the API key does not allow the service " + missing.get()));
            }
        }
    }

    /** The lock on the account makes two calls at once count one after the other. */
    private void requireRoom(Caller.User user) {
        UserId counted = user.countsFor();
        if (stores.accounts().lock(counted).isEmpty() && !counted.isExternal()) {
            throw new Refusal(new CommonProblem.Unauthenticated("the account does not exist"));
        }
        if (webhooks.count(counted) >= MOST) {
            throw new Refusal(new TaskProblem.TooManyWebhooks(MOST));
        }
    }

    @Override
    public Page<Webhook> list(Caller caller, PageRequest page) {
        return keys.only(
                webhooks.list(caller.requireUser().userId(), page),
                Webhook::keyId,
                ended -> webhooks.remove(ended.id()));
    }

    @Override
    public Webhook find(Caller caller, WebhookId id) {
        return seen(
                caller.requireUser(),
                keys.only(webhooks.find(id), Webhook::keyId, ended -> webhooks.remove(ended.id())));
    }

    private Webhook seen(Caller.User user, Optional<Webhook> webhook) {
        return webhook.filter(known -> permissions.sees(user, known.owner())).orElseThrow(WebhookService::none);
    }

    private static Refusal none() {
        return new Refusal(new CommonProblem.NotFound("webhook"));
    }

    @Override
    public Webhook change(Caller caller, WebhookId id, WebhookChange change) {
        Caller.User user = caller.requireUser();
        find(caller, id);
        change.events().ifPresent(events -> requireServices(user, events));
        return stores.transactions().inTransaction(() -> {
            Webhook after = seen(user, webhooks.lock(id)).with(change, clock.instant());
            change.url().ifPresent(this::requireAddress);
            webhooks.put(after);
            return after;
        });
    }

    @Override
    public void delete(Caller caller, WebhookId id) {
        Caller.User user = caller.requireUser();
        stores.transactions().run(() -> {
            seen(user, webhooks.lock(id));
            webhooks.remove(id);
        });
    }

    @Override
    public Page<WebhookDelivery> deliveries(Caller caller, WebhookId id, PageRequest page) {
        return webhooks.deliveries(find(caller, id).id(), page);
    }

    @Override
    public WebhookDelivery redeliver(Caller caller, WebhookId id, DeliveryId delivery) {
        requireEnabled(find(caller, id));
        return webhooks.redeliver(id, delivery).orElseThrow(() -> new Refusal(new CommonProblem.NotFound("delivery")));
    }

    private static void requireEnabled(Webhook webhook) {
        if (!webhook.isEnabled()) {
            throw new Refusal(new CommonProblem.Conflict("the webhook is disabled; enable it first"));
        }
    }

    @Override
    public WebhookDelivery test(Caller caller, WebhookId id) {
        Webhook webhook = find(caller, id);
        requireEnabled(webhook);
        return webhooks.deliver(webhook, WebhookEvent.WEBHOOK_TEST, id.value());
    }
}
