package dev.guildhall.core.account;

import dev.guildhall.core.budget.Budgets;
import dev.guildhall.core.security.Permissions;
import dev.guildhall.core.security.Secrets;
import dev.guildhall.ports.AllowedTools;
import dev.guildhall.ports.ApiKeyId;
import dev.guildhall.ports.Budget;
import dev.guildhall.ports.BudgetUse;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.IdSource;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.SessionId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.apikey.ApiKey;
import dev.guildhall.ports.apikey.ApiKeyChange;
import dev.guildhall.ports.apikey.ApiKeyHash;
import dev.guildhall.ports.apikey.ApiKeys;
import dev.guildhall.ports.apikey.LiveApiKey;
import dev.guildhall.ports.apikey.MadeApiKey;
import dev.guildhall.ports.apikey.ManagedApiKey;
import dev.guildhall.ports.apikey.NewApiKey;
import dev.guildhall.ports.audit.AuditAction;
import dev.guildhall.ports.audit.AuditDetail;
import dev.guildhall.ports.group.GroupId;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.session.AccessToken;
import dev.guildhall.ports.storage.AccountStores;
import dev.guildhall.ports.usage.Spender;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Makes, changes, revokes and recognises API keys. */
public final class ApiKeyService implements ApiKeys {
    /** How often the last uses of keys are stored. */
    public static final Duration USES_EVERY = Duration.ofMinutes(1);

    private final InstantSource clock;
    private final IdSource ids;
    private final Secrets secrets;
    private final AccountStores stores;
    private final AuditJournal journal;
    private final AdminJournal admins;
    private final Permissions permissions;
    private final ActiveCalls calls;
    private final Budgets budgets;
    private final ServiceAccounts serviceAccounts;
    private final ApiKeyCache cache;

    public ApiKeyService(
            SessionService.Sources sources,
            AccountStores stores,
            AuditJournal journal,
            Permissions permissions,
            ActiveCalls calls,
            Budgets budgets,
            ServiceAccounts serviceAccounts) {
        this.clock = sources.clock();
        this.ids = sources.ids();
        this.secrets = new Secrets(sources.secrets());
        this.stores = stores;
        this.journal = journal;
        this.admins = new AdminJournal(journal);
        this.permissions = permissions;
        this.calls = calls;
        this.budgets = budgets;
        this.serviceAccounts = serviceAccounts;
        this.cache = new ApiKeyCache(clock, stores.apiKeys());
    }

    @Override
    public MadeApiKey create(Caller caller, NewApiKey wanted) {
        Caller.User user = caller.requireSession();
        return create(user, wanted, () -> locked(user));
    }

    private UserId locked(Caller.User user) {
        if (stores.accounts().lock(user.userId()).isEmpty()) {
            throw new Refusal(new CommonProblem.Unauthenticated("the account does not exist"));
        }
        return user.userId();
    }

    @Override
    public MadeApiKey createOfGroup(Caller caller, GroupId group, NewApiKey wanted) {
        Caller.User user = caller.requireSession();
        return create(user, wanted, () -> serviceAccounts.locked(user, group));
    }

    /** The owner of the key is locked, or its group, so that the bound on their keys holds. */
    private MadeApiKey create(Caller.User user, NewApiKey wanted, Supplier<UserId> lockedOwner) {
        requireCurrency(wanted.limits());
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        if (wanted.expiresAt().filter(end -> !end.isAfter(now)).isPresent()) {
            throw Refusal.invalid("expiresAt", "must be in the future");
        }
        String secret = ApiKey.START + secrets.fresh();
        ApiKey key = stores.transactions().inTransaction(() -> {
            ApiKey made = new ApiKey(
                    new ApiKeyId(ids.next("key")),
                    lockedOwner.get(),
                    Optional.of(user.userId()),
                    wanted.name(),
                    secret.substring(0, ApiKey.PREFIX_LENGTH),
                    now,
                    wanted.expiresAt(),
                    Optional.empty(),
                    wanted.scope(),
                    wanted.limits());
            if (stores.apiKeys().count(made.userId()) >= MOST) {
                throw new Refusal(
                        new CommonProblem.Conflict("an account or a group has at most " + MOST + " API keys"));
            }
            stores.apiKeys().add(made, hash(secret));
            note(user, AuditAction.API_KEY_CREATED, made);
            return made;
        });
        return new MadeApiKey(managed(key), secret);
    }

    @Override
    public Page<ManagedApiKey> list(Caller caller, PageRequest page) {
        Optional<UserId> owner = Optional.of(caller.requireSession().userId());
        return managed(stores.apiKeys().list(owner, page));
    }

    @Override
    public Page<ManagedApiKey> listOfGroup(Caller caller, GroupId group, PageRequest page) {
        Caller.User user = caller.requireSession();
        Optional<UserId> owner = stores.transactions().inTransaction(() -> serviceAccounts.find(user, group));
        return owner.isPresent()
                ? managed(stores.apiKeys().list(owner, page))
                : new Page<>(List.of(), Optional.empty());
    }

    @Override
    public Page<ManagedApiKey> listAny(Caller caller, Optional<UserId> owner, PageRequest page) {
        permissions.requireAdmin(caller.requireSession());
        return managed(stores.apiKeys().list(owner, page));
    }

    private ManagedApiKey managed(ApiKey key) {
        return managed(new Page<>(List.of(key), Optional.empty())).items().getFirst();
    }

    private Page<ManagedApiKey> managed(Page<ApiKey> page) {
        Map<Spender, Budget> limited = new HashMap<>();
        page.items().forEach(key -> key.limits().budget().ifPresent(budget -> limited.put(spender(key), budget)));
        Map<Spender, BudgetUse> uses = budgets.uses(limited);
        return page.map(key -> new ManagedApiKey(withLastUse(key), Optional.ofNullable(uses.get(spender(key)))));
    }

    private static Spender spender(ApiKey key) {
        return new Spender.Key(key.id());
    }

    private ApiKey withLastUse(ApiKey key) {
        return cache.unstoredUse(key.id()).map(key::usedAt).orElse(key);
    }

    @Override
    public ManagedApiKey change(Caller caller, ApiKeyId id, ApiKeyChange change) {
        Caller.User user = caller.requireSession();
        change.limits().ifPresent(this::requireCurrency);
        ApiKey changed = stores.transactions().inTransaction(() -> {
            ApiKey key = own(user, id);
            ApiKey next = key.withName(change.name().orElse(key.name()))
                    .withLimits(change.limits().orElse(key.limits()));
            stores.apiKeys().change(next);
            note(user, AuditAction.API_KEY_CHANGED, next);
            return next;
        });
        cache.changed();
        return managed(changed);
    }

    @Override
    public void revoke(Caller caller, ApiKeyId id) {
        Caller.User user = caller.requireSession();
        revoke(id, () -> {
            note(user, AuditAction.API_KEY_REVOKED, own(user, id));
        });
    }

    @Override
    public void revokeAny(Caller caller, ApiKeyId id) {
        Caller.User admin = caller.requireSession();
        permissions.requireAdmin(admin);
        revoke(id, () -> {
            UserId owner = stores.apiKeys().find(id).map(ApiKey::userId).orElseThrow(ApiKeyService::notFound);
            admins.note(admin, owner, AuditAction.API_KEY_REVOKED, Map.of(AuditDetail.KEY_ID, id.value()));
        });
    }

    private void revoke(ApiKeyId id, Runnable check) {
        stores.transactions().run(() -> {
            check.run();
            if (!stores.apiKeys().remove(id)) {
                throw notFound();
            }
        });
        cache.changed();
        calls.end(sessionOf(id));
    }

    private void requireCurrency(Caller.Key.Limits limits) {
        limits.budget().ifPresent(budget -> budgets.requireCurrency(budget, "limits.budget"));
    }

    /**
     * A key of the caller or of a group of the caller, read under the lock of the account or group, so that two changes
     * do not overwrite each other.
     */
    private ApiKey own(Caller.User user, ApiKeyId id) {
        stores.accounts().lock(user.userId());
        return stores.apiKeys()
                .find(id)
                .filter(key -> key.userId().equals(user.userId()) || serviceAccounts.manages(user, key.userId()))
                .flatMap(key -> stores.apiKeys().find(id))
                .orElseThrow(ApiKeyService::notFound);
    }

    private void note(Caller.User user, AuditAction action, ApiKey key) {
        Map<AuditDetail, String> details = new EnumMap<>(AuditDetail.class);
        details.put(AuditDetail.SESSION_ID, user.sessionId().value());
        details.put(AuditDetail.KEY_ID, key.id().value());
        if (!key.userId().equals(user.userId())) {
            stores.groups()
                    .ofServiceAccount(key.userId())
                    .ifPresent(group -> details.put(AuditDetail.GROUP_ID, group.value()));
        }
        journal.note(user.userId(), action, details);
    }

    private static Refusal notFound() {
        return new Refusal(new CommonProblem.NotFound("API key"));
    }

    /** Whether a bearer token is meant to be an API key. */
    static boolean isKey(AccessToken token) {
        return token.value().startsWith(ApiKey.START);
    }

    /**
     * The bearer of a key, with the roles that the account has now.
     *
     * @throws Refusal with {@code CommonProblem.Unauthenticated}
     */
    Caller.User authenticate(AccessToken token) {
        if (token.value().length() != ApiKey.LENGTH) {
            throw invalid();
        }
        return caller(cache.use(hash(token.value())).orElseThrow(ApiKeyService::invalid));
    }

    /** Whether the session of a caller is that of a key of this caller that works. */
    boolean isLive(Caller.User caller) {
        ApiKeyId id = new ApiKeyId(caller.sessionId().value());
        return stores.apiKeys().live(List.of(id), clock.instant()).stream()
                .anyMatch(live -> live.key().userId().equals(caller.userId())
                        && !live.account().rights().disabled());
    }

    private Caller.User caller(LiveApiKey live) {
        ApiKey key = live.key();
        return new Caller.User(
                key.userId(),
                live.account().activeProfileId(),
                sessionOf(key.id()),
                EnumSet.copyOf(permissions.rolesOf(live.account())),
                key.scope().tools().map(AllowedTools::new),
                Optional.of(live.ofCaller()));
    }

    private static Refusal invalid() {
        return new Refusal(new CommonProblem.Unauthenticated("the API key is not valid, has expired or was revoked"));
    }

    /**
     * Removes all keys of an account, and returns their sessions; the caller of this method calls {@link #forget} when
     * that is durable.
     */
    List<SessionId> endAll(UserId user) {
        return stores.apiKeys().removeAll(user).stream()
                .map(ApiKeyService::sessionOf)
                .toList();
    }

    /** Reads all keys again, since some have ended. */
    void forget() {
        cache.changed();
    }

    /** A key has the identifier of its session. */
    private static SessionId sessionOf(ApiKeyId id) {
        return new SessionId(id.value());
    }

    private static ApiKeyHash hash(String secret) {
        return new ApiKeyHash(Secrets.hash(secret));
    }

    public void storeUses() {
        cache.storeUses();
    }
}
