package dev.guildhall.core.trigger;

import dev.guildhall.core.idempotency.Idempotency;
import dev.guildhall.core.json.JsonDigest;
import dev.guildhall.core.security.Permissions;
import dev.guildhall.core.start.StartCallers;
import dev.guildhall.core.start.Starts;
import dev.guildhall.ports.Actor;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.IdSource;
import dev.guildhall.ports.IdempotencyKey;
import dev.guildhall.ports.IdempotencyStore;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.RateLimit;
import dev.guildhall.ports.RateLimiter;
import dev.guildhall.ports.RateVerdict;
import dev.guildhall.ports.SecretSource;
import dev.guildhall.ports.Text;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.TaskProblem;
import dev.guildhall.ports.start.Start;
import dev.guildhall.ports.start.StartKind;
import dev.guildhall.ports.start.StartedWork;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.trigger.Trigger;
import dev.guildhall.ports.trigger.TriggerCall;
import dev.guildhall.ports.trigger.TriggerId;
import dev.guildhall.ports.trigger.TriggerRequest;
import dev.guildhall.ports.trigger.TriggerSecret;
import dev.guildhall.ports.trigger.TriggerStore;
import dev.guildhall.ports.trigger.Triggers;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes, shows and changes triggers, and starts their work. */
public final class TriggerService implements Triggers {
    private static final RateLimit CALLS = new RateLimit(600);
    private static final int SECRET_BYTES = 32;
    private static final String KIND = "kind";
    private static final String ID = "id";

    private final InstantSource clock;
    private final IdSource ids;
    private final SecretSource secrets;
    private final RateLimiter rates;
    private final Stores stores;
    private final TriggerStore store;
    private final Permissions permissions;
    private final Starts starts;
    private final StartCallers callers;
    private final Idempotency once;

    /** What triggers need of the installation. */
    public record Parts(InstantSource clock, IdSource ids, SecretSource secrets, RateLimiter rates, Stores stores) {}

    public TriggerService(Parts parts, Permissions permissions, Starts starts, StartCallers callers) {
        this.clock = parts.clock();
        this.ids = parts.ids();
        this.secrets = parts.secrets();
        this.rates = parts.rates();
        this.stores = parts.stores();
        this.store = stores.triggers();
        this.permissions = permissions;
        this.starts = starts;
        this.callers = callers;
        this.once = new Idempotency(clock, stores);
    }

    @Override
    public Created create(Caller caller, String name, Start start) {
        Caller.User user = caller.requireUser();
        String line = Text.requireName("name", name, 1, MAX_NAME);
        starts.check(user, TriggerPayload.withoutPayload(start));
        Instant now = clock.instant();
        Trigger trigger = new Trigger(
                new TriggerId(ids.next("trg")), user.userId(), Actor.of(user), line, start, address(), now, now);
        TriggerSecret secret = new TriggerSecret(
                TriggerSecret.PREFIX + Base64.getEncoder().encodeToString(secrets.bytes(SECRET_BYTES)));
        if (!store.add(trigger, secret, MOST)) {
            throw new Refusal(new TaskProblem.TooManyTriggers(MOST));
        }
        return new Created(trigger, secret);
    }

    private String address() {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(secrets.bytes(SECRET_BYTES));
    }

    @Override
    public Page<Trigger> list(Caller caller, PageRequest page) {
        return callers.keys()
                .only(
                        store.list(caller.requireUser().userId(), page),
                        trigger -> trigger.actor().keyId(),
                        ended -> store.remove(ended.id()));
    }

    @Override
    public Trigger find(Caller caller, TriggerId id) {
        Caller.User user = caller.requireUser();
        return callers.keys()
                .only(store.find(id), trigger -> trigger.actor().keyId(), ended -> store.remove(ended.id()))
                .filter(trigger -> permissions.sees(user, trigger.owner()))
                .orElseThrow(TriggerService::unknown);
    }

    private static Refusal unknown() {
        return new Refusal(new CommonProblem.NotFound("trigger"));
    }

    @Override
    public List<TriggerCall> calls(Caller caller, TriggerId id) {
        find(caller, id);
        return store.calls(id);
    }

    @Override
    public Trigger change(Caller caller, TriggerId id, Optional<String> name, Optional<Start> start) {
        Trigger before = find(caller, id);
        start.ifPresent(wanted -> starts.check(
                callers.of(before.owner(), before.actor(), id.value()), TriggerPayload.withoutPayload(wanted)));
        Trigger changed = new Trigger(
                id,
                before.owner(),
                before.actor(),
                name.map(given -> Text.requireName("name", given, 1, MAX_NAME)).orElse(before.name()),
                start.orElse(before.start()),
                before.address(),
                before.createdAt(),
                clock.instant());
        if (!store.replace(changed)) {
            throw unknown();
        }
        return changed;
    }

    @Override
    public void delete(Caller caller, TriggerId id) {
        find(caller, id);
        if (!store.remove(id)) {
            throw unknown();
        }
    }

    @Override
    public StartedWork call(Caller caller, String address, TriggerRequest request) {
        Trigger trigger = store.at(address)
                .filter(known -> callers.mayStart(known.owner(), known.actor()))
                .orElseThrow(TriggerService::unknown);
        TriggerSecret secret = store.secret(trigger.id()).orElseThrow(TriggerService::unknown);
        TriggerAuthentication.require(secret, request, clock.instant());
        requireRate(trigger);
        try {
            Start start = TriggerPayload.with(request.payload(), trigger.start());
            return request.messageId()
                    .map(id -> startedOnce(trigger, start, requireMessageId(id), request.hops()))
                    .orElseGet(
                            () -> stores.transactions().inTransaction(() -> started(trigger, start, request.hops())));
        } catch (Refusal refused) {
            store.addCall(
                    trigger.id(),
                    new TriggerCall(clock.instant(), Optional.empty(), Optional.of(Starts.failure(refused))));
            throw refused;
        }
    }

    private void requireRate(Trigger trigger) {
        RateVerdict verdict = rates.take("trigger:" + trigger.id().value(), CALLS);
        if (!verdict.allowed()) {
            throw new Refusal(new CommonProblem.RateLimited(verdict.retryAfter()));
        }
    }

    private static IdempotencyKey requireMessageId(String id) {
        try {
            return new IdempotencyKey(id);
        } catch (Refusal malformed) {
            throw Refusal.invalid("webhook-id", "must be 1 to " + IdempotencyKey.MAX + " visible ASCII characters");
        }
    }

    /** The identifier of a message takes the place of an idempotency key; what the message says does not count (triggers-3). */
    private StartedWork startedOnce(Trigger trigger, Start start, IdempotencyKey messageId, int hops) {
        String operation = "trigger." + trigger.id().value();
        IdempotencyStore.Key key = new IdempotencyStore.Key(trigger.owner(), operation, messageId);
        IdempotencyStore.Entry entry = new IdempotencyStore.Entry(
                key, JsonDigest.of(Map.of("trigger", trigger.id().value())), messageId.value());
        return once.begin(
                entry,
                () -> {
                    StartedWork work = started(trigger, start, hops);
                    once.answer(key, messageId.value(), Map.of(KIND, work.kind().name(), ID, work.id()));
                    return work;
                },
                answered -> new StartedWork(
                        StartKind.valueOf(String.valueOf(answered.answer().get(KIND))),
                        String.valueOf(answered.answer().get(ID)),
                        Optional.empty()),
                reference -> {
                    throw Idempotency.unanswered();
                });
    }

    /** Part of the open transaction. */
    private StartedWork started(Trigger trigger, Start start, int hops) {
        Caller.User owner = callers.of(
                        trigger.owner(), trigger.actor(), trigger.id().value())
                .afterHops(hops);
        StartedWork work = starts.start(owner, start);
        store.addCall(trigger.id(), new TriggerCall(clock.instant(), Optional.of(work), Optional.empty()));
        return work;
    }
}
