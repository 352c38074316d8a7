package dev.guildhall.core.account;

import dev.guildhall.core.cache.BoundedMap;
import dev.guildhall.core.security.Permissions;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Role;
import dev.guildhall.ports.SessionId;
import dev.guildhall.ports.account.Account;
import dev.guildhall.ports.oauth.ExternalAccounts;
import dev.guildhall.ports.oauth.ExternalBearer;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.session.OpenCall;
import dev.guildhall.ports.session.SessionDetails;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The accounts of the bearers of another issuer's tokens, with a cache that is valid as long as the
 * {@link SessionCache}.
 */
public final class ExternalAccountService implements ExternalAccounts {
    private static final int MOST = 20_000;

    private record Known(ExternalBearer bearer, Account account, Instant readAt) {}

    private final InstantSource clock;
    private final IdentityLinks links;
    private final Permissions permissions;
    private final LastSeen seen;
    private final ActiveCalls calls;
    private final Map<SessionId, Known> known = BoundedMap.firstInFirstOut(MOST);

    public ExternalAccountService(
            InstantSource clock, IdentityLinks links, Permissions permissions, LastSeen seen, ActiveCalls calls) {
        this.clock = clock;
        this.links = links;
        this.permissions = permissions;
        this.seen = seen;
        this.calls = calls;
    }

    @Override
    public Caller.User authenticate(Caller caller, ExternalBearer bearer) {
        Account account = current(caller, bearer).account();
        if (account.rights().disabled()) {
            throw new Refusal(ActiveCalls.ACCOUNT_DISABLED);
        }
        seen.note(account.id());
        return new Caller.User(
                account.id(), account.activeProfileId(), bearer.token(), Set.copyOf(rolesOf(account, bearer)));
    }

    private Known current(Caller caller, ExternalBearer bearer) {
        Instant now = clock.instant();
        synchronized (known) {
            Known found = known.get(bearer.token());
            if (found != null && now.isBefore(found.readAt().plus(SessionCache.BELIEVED))) {
                return found;
            }
        }
        Known read = new Known(bearer, links.accountOfBearer(caller, bearer.identity()), now);
        synchronized (known) {
            known.remove(bearer.token());
            known.put(bearer.token(), read);
        }
        return read;
    }

    /** What the session of a caller would be: it lasts as long as the token. */
    SessionDetails details(Caller.User caller) {
        Known used = used(caller)
                .orElseThrow(() -> new Refusal(new CommonProblem.Unauthenticated("the access token is not valid")));
        return new SessionDetails(
                caller.userId(),
                caller.profileId(),
                rolesOf(used.account(), used.bearer()),
                used.bearer().expiresAt());
    }

    /** A call that ends when the account is erased or disabled, or loses a role that the token does not give. */
    OpenCall open(Caller.User caller, Consumer<Problem> ended) {
        boolean admin = used(caller).filter(used -> used.bearer().admin()).isPresent();
        return calls.open(caller.userId(), admin ? Set.of(Role.USER) : caller.roles(), ended);
    }

    private Optional<Known> used(Caller.User caller) {
        synchronized (known) {
            return Optional.ofNullable(known.get(caller.sessionId()));
        }
    }

    private List<Role> rolesOf(Account account, ExternalBearer bearer) {
        return bearer.admin() ? List.of(Role.USER, Role.ADMIN) : permissions.rolesOf(account);
    }
}
