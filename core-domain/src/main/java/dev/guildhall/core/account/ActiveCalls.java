package dev.guildhall.core.account;

import dev.guildhall.core.security.Permissions;
import dev.guildhall.ports.ApiKeyId;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Role;
import dev.guildhall.ports.SessionId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.Account;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.session.OpenCall;
import dev.guildhall.ports.storage.AccountStores;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Registry of the calls that this node is handling, by session and by account. It ends them when the session ends, the
 * account is erased or disabled, or loses a role: at once when this node did that, at the next {@link #check} when another node did.
 */
public final class ActiveCalls {
    /**
     * The interval of {@link #check}. The cache considers a session that another node ended as live for up to
     * {@link SessionCache#BELIEVED}; a call that begins in that time must still end within 1 s.
     */
    public static final Duration EVERY = Duration.ofMillis(150);

    private static final Logger LOG = System.getLogger(ActiveCalls.class.getName());
    private static final Problem SESSION_ENDED = new CommonProblem.Unauthenticated("the session has ended");
    private static final Problem KEY_ENDED =
            new CommonProblem.Unauthenticated("the API key has been revoked or has expired");
    static final Problem ACCOUNT_ERASED = new CommonProblem.Unauthenticated("the account has been erased");
    static final Problem PASSWORD_RESET = new CommonProblem.Unauthenticated("the password has been reset");
    static final Problem ACCOUNT_DISABLED = new CommonProblem.Unauthenticated("the account is disabled");

    private static final Problem ACCOUNT_ENDED =
            new CommonProblem.Unauthenticated("the account has been erased or disabled");
    private static final Problem ROLE_LOST = new CommonProblem.Unauthenticated("the account has lost a role");

    /**
     * The owner of a call, with the roles that it uses; without a session for work that continues after its end, with a
     * key when the session is that of an API key.
     */
    private record Owner(UserId user, Optional<SessionId> session, Optional<ApiKeyId> key, Set<Role> roles) {
        Problem ended() {
            return key.isPresent() ? KEY_ENDED : SESSION_ENDED;
        }
    }

    private final InstantSource clock;
    private final AccountStores stores;
    private final Permissions permissions;
    private final Set<Call> calls = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean outage = new AtomicBoolean();

    public ActiveCalls(InstantSource clock, AccountStores stores, Permissions permissions) {
        this.clock = clock;
        this.stores = stores;
        this.permissions = permissions;
    }

    /** One call, which is ended at most once. */
    private final class Call implements OpenCall {
        private final Owner owner;
        private final Consumer<Problem> listener;
        private boolean closed;

        Call(Owner owner, Consumer<Problem> listener) {
            this.owner = owner;
            this.listener = listener;
        }

        synchronized void end(Problem reason) {
            if (!closed) {
                close();
                listener.accept(reason);
            }
        }

        @Override
        public synchronized void close() {
            closed = true;
            calls.remove(this);
        }
    }

    /** A call that ends with the caller's session, or when the account loses one of the caller's roles. */
    OpenCall open(Caller.User caller, Consumer<Problem> ended) {
        return open(
                new Owner(
                        caller.userId(),
                        Optional.of(caller.sessionId()),
                        caller.key().map(Caller.Key::id),
                        caller.roles()),
                ended);
    }

    /** Work for a user that ends when the account is erased or disabled. */
    public OpenCall open(UserId user, Consumer<Problem> ended) {
        return open(user, Set.of(), ended);
    }

    /** A call without a session that ends when the account is erased or disabled, or loses one of these roles. */
    OpenCall open(UserId user, Set<Role> roles, Consumer<Problem> ended) {
        return open(new Owner(user, Optional.empty(), Optional.empty(), roles), ended);
    }

    private OpenCall open(Owner owner, Consumer<Problem> ended) {
        if (owner.user().isExternal()) {
            return () -> {};
        }
        Call call = new Call(owner, ended);
        calls.add(call);
        return call;
    }

    void end(SessionId session) {
        endAll(owner -> owner.session().equals(Optional.of(session)));
    }

    void end(UserId user, Problem reason) {
        calls.stream().filter(call -> call.owner.user().equals(user)).forEach(call -> call.end(reason));
    }

    private void endAll(Predicate<Owner> which) {
        calls.stream().filter(call -> which.test(call.owner)).forEach(call -> call.end(call.owner.ended()));
    }

    /**
     * Reads all sessions with calls on this node in one statement, the API keys in a second one, the accounts of other
     * calls in a third one, and ends the calls that are not permitted any more. While the store does not respond, the calls continue.
     */
    public void check() {
        List<Call> open = List.copyOf(calls);
        if (open.isEmpty()) {
            return;
        }
        try {
            check(open);
            outage.set(false);
        } catch (RuntimeException failure) {
            if (!outage.getAndSet(true)) {
                LOG.log(
                        Level.WARNING,
                        "the sessions of open calls could not be read; next try in {0}: {1}",
                        EVERY,
                        failure);
            }
        }
    }

    private void check(List<Call> open) {
        Map<SessionId, Account> live = live(open);
        Set<UserId> users = new HashSet<>();
        live.values().forEach(account -> users.add(account.id()));
        Set<UserId> unknown = open.stream()
                .filter(call -> call.owner.session().isEmpty())
                .map(call -> call.owner.user())
                .filter(user -> !users.contains(user))
                .collect(Collectors.toSet());
        if (!unknown.isEmpty()) {
            users.addAll(stores.accounts().enabled(unknown));
        }
        open.forEach(call -> objection(call.owner, live, users).ifPresent(call::end));
    }

    private Map<SessionId, Account> live(List<Call> open) {
        Set<SessionId> sessions = open.stream()
                .filter(call -> call.owner.key().isEmpty())
                .flatMap(call -> call.owner.session().stream())
                .collect(Collectors.toSet());
        Set<ApiKeyId> keys =
                open.stream().flatMap(call -> call.owner.key().stream()).collect(Collectors.toSet());
        Map<SessionId, Account> live = new HashMap<>();
        if (!sessions.isEmpty()) {
            stores.sessions()
                    .live(sessions, clock.instant())
                    .forEach(found -> live.put(found.session().id(), found.account()));
        }
        if (!keys.isEmpty()) {
            stores.apiKeys().live(keys, clock.instant()).stream()
                    .filter(found -> !found.account().rights().disabled())
                    .forEach(found -> live.put(new SessionId(found.key().id().value()), found.account()));
        }
        return live;
    }

    private Optional<Problem> objection(Owner owner, Map<SessionId, Account> live, Set<UserId> users) {
        if (owner.session().isEmpty()) {
            return users.contains(owner.user()) ? lostRoleOfAdmin(owner) : Optional.of(ACCOUNT_ENDED);
        }
        return owner.session()
                .map(live::get)
                .map(account -> lostRole(owner, account))
                .orElseGet(() -> Optional.of(owner.ended()));
    }

    /** Reads the accounts of admins alone, of whom there are few. */
    private Optional<Problem> lostRoleOfAdmin(Owner owner) {
        return owner.roles().contains(Role.ADMIN)
                ? stores.accounts().find(owner.user()).flatMap(account -> lostRole(owner, account))
                : Optional.empty();
    }

    private Optional<Problem> lostRole(Owner owner, Account account) {
        return permissions.rolesOf(account).containsAll(owner.roles()) ? Optional.empty() : Optional.of(ROLE_LOST);
    }
}
