package dev.guildhall.core.account;

import dev.guildhall.core.config.TokenLimits;
import dev.guildhall.core.security.Permissions;
import dev.guildhall.core.security.Secrets;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.IdSource;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.SecretSource;
import dev.guildhall.ports.SessionId;
import dev.guildhall.ports.Transactions;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.Account;
import dev.guildhall.ports.account.AccountStore;
import dev.guildhall.ports.audit.AuditAction;
import dev.guildhall.ports.problem.AccountProblem;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.profile.ProfileActivation;
import dev.guildhall.ports.session.AccessClaims;
import dev.guildhall.ports.session.AccessToken;
import dev.guildhall.ports.session.AccessTokens;
import dev.guildhall.ports.session.ClientId;
import dev.guildhall.ports.session.ConnectedClient;
import dev.guildhall.ports.session.OpenCall;
import dev.guildhall.ports.session.OwnSession;
import dev.guildhall.ports.session.RefreshGrace;
import dev.guildhall.ports.session.RefreshToken;
import dev.guildhall.ports.session.RefreshTokenHash;
import dev.guildhall.ports.session.Rotation;
import dev.guildhall.ports.session.Session;
import dev.guildhall.ports.session.SessionDetails;
import dev.guildhall.ports.session.SessionOrigin;
import dev.guildhall.ports.session.SessionStore;
import dev.guildhall.ports.session.TokenExchange;
import dev.guildhall.ports.session.TokenSet;
import dev.guildhall.ports.storage.AccountStores;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Opens, refreshes, reads and ends sessions. */
public final class SessionService {
    private static final Logger LOG = System.getLogger(SessionService.class.getName());
    private static final String REFRESH_TOKEN = "ghr_";

    public record Sources(InstantSource clock, IdSource ids, SecretSource secrets) {}

    /** A stored session with its first refresh token, before the client receives its tokens. */
    public record Opened(Session session, RefreshToken token) {}

    private final InstantSource clock;
    private final IdSource ids;
    private final Secrets secrets;
    private final AccountStore accounts;
    private final SessionStore sessions;
    private final AccessTokens accessTokens;
    private final Transactions transactions;
    private final AuditJournal journal;
    private final SessionCache states;
    private final LastSeen seen;
    private final ActiveCalls calls;
    private final Permissions permissions;
    private final TokenLimits limits;

    public SessionService(
            Sources sources,
            AccountStores stores,
            AuditJournal journal,
            AccessTokens accessTokens,
            Permissions permissions,
            ActiveCalls calls,
            LastSeen seen,
            TokenLimits limits) {
        this.clock = sources.clock();
        this.ids = sources.ids();
        this.secrets = new Secrets(sources.secrets());
        this.transactions = stores.transactions();
        this.journal = journal;
        this.accounts = stores.accounts();
        this.sessions = stores.sessions();
        this.accessTokens = accessTokens;
        this.states = new SessionCache(clock, sessions, permissions);
        this.calls = calls;
        this.seen = seen;
        this.permissions = permissions;
        this.limits = limits;
    }

    Opened open(Caller caller, Account account) {
        return open(nextId(), account, Optional.empty(), UserAgents.of(caller));
    }

    public SessionId nextId() {
        return new SessionId(ids.next("ses"));
    }

    /** Opens a session in which an OAuth client acts for the user. */
    public Opened open(SessionId id, Account account, ConnectedClient client) {
        return open(id, account, Optional.of(client), SessionOrigin.UNKNOWN);
    }

    private Opened open(SessionId id, Account account, Optional<ConnectedClient> client, SessionOrigin origin) {
        Instant now = clock.instant();
        Session session = new Session(
                id,
                account.id(),
                now,
                now.plus(limits.sessionLife()),
                Optional.empty(),
                client,
                origin,
                Optional.empty());
        RefreshToken token = new RefreshToken(REFRESH_TOKEN + secrets.fresh());
        sessions.open(session, hash(token), now.plus(limits.refreshTokenLife()));
        return new Opened(session, token);
    }

    public TokenSet tokens(Account account, Opened opened) {
        return new TokenSet(accessToken(account, opened.session()), opened.token(), life(opened.session()));
    }

    TokenSet refresh(RefreshToken presented) {
        return refresh(presented, Optional.empty());
    }

    /** Exchanges a refresh token that this client sends; the user's own program when there is none. */
    public TokenSet refresh(RefreshToken presented, Optional<ClientId> client) {
        Instant now = clock.instant();
        String salt = secrets.fresh();
        RefreshToken successor = successor(presented, salt);
        TokenExchange exchange = new TokenExchange(
                hash(presented),
                hash(successor),
                now.plus(limits.refreshTokenLife()),
                grace(salt, now),
                journal.nextId(),
                client);
        return switch (sessions.rotate(exchange, now)) {
            case Rotation.Rotated(Session session, Account account) -> tokens(account, new Opened(session, successor));
            case Rotation.Repeated(Session session, Account account, String first) ->
                tokens(account, new Opened(session, successor(presented, first)));
            case Rotation.Reused(Session session) -> {
                forget(session.id());
                LOG.log(
                        Level.WARNING,
                        "refresh token used twice, session {0} ended",
                        session.id().value());
                throw new Refusal(new AccountProblem.InvalidCredentials());
            }
            case Rotation.Refused ignored -> throw new Refusal(new AccountProblem.InvalidCredentials());
        };
    }

    /** The same parent and salt give the same successor; without the parent, the salt reveals nothing about it. */
    private static RefreshToken successor(RefreshToken parent, String salt) {
        return new RefreshToken(REFRESH_TOKEN + Secrets.derived(parent.value(), salt));
    }

    private static RefreshTokenHash hash(RefreshToken token) {
        return new RefreshTokenHash(Secrets.hash(token.value()));
    }

    private Optional<RefreshGrace> grace(String salt, Instant now) {
        return Optional.of(limits.refreshGrace())
                .filter(Duration::isPositive)
                .map(grace -> new RefreshGrace(salt, now.plus(grace)));
    }

    void end(Caller.User caller) {
        requireOwnSession(caller);
        end(caller.userId(), caller.sessionId(), AuditAction.SIGNED_OUT);
    }

    /** Ends a session of a user, and notes why; false when it had ended. */
    public boolean end(UserId user, SessionId id, AuditAction action) {
        boolean ended = transactions.inTransaction(() -> {
            boolean first = sessions.end(id, clock.instant());
            if (first) {
                journal.note(user, action, id);
            }
            return first;
        });
        forget(id);
        return ended;
    }

    /** Ends the session of a token that this client has; has no effect when the token is of no use to it. */
    public void revoke(ClientId client, String token) {
        sessionOf(token)
                .filter(session -> session.client().map(ConnectedClient::id).equals(Optional.of(client)))
                .ifPresent(session -> end(session.userId(), session.id(), AuditAction.SIGNED_OUT));
    }

    private Optional<Session> sessionOf(String token) {
        Optional<Session> refreshed = sessions.findByToken(hash(new RefreshToken(token)));
        return refreshed.isPresent() ? refreshed : sessionOfAccessToken(token);
    }

    private Optional<Session> sessionOfAccessToken(String token) {
        try {
            return sessions.find(
                    accessTokens.verify(new AccessToken(token)).caller().sessionId());
        } catch (Refusal unknown) {
            return Optional.empty();
        }
    }

    /** Ends a session of the caller; false when the caller has no such session, or it had ended. */
    boolean endOwn(Caller.User caller, SessionId id) {
        boolean own = sessions.find(id)
                .filter(session -> session.userId().equals(caller.userId()))
                .isPresent();
        return own && end(caller.userId(), id, AuditAction.SESSION_REVOKED);
    }

    List<OwnSession> ofUser(Caller.User caller) {
        return sessions.liveOfUser(caller.userId(), clock.instant(), limits.sessionsListed()).stream()
                .map(session -> new OwnSession(session, session.id().equals(caller.sessionId())))
                .toList();
    }

    /**
     * Ends all sessions of the caller but the current one; the caller of this method calls {@link #forget} when that is
     * durable.
     */
    List<SessionId> endOthers(Caller.User caller) {
        return sessions.endOthers(caller.userId(), caller.sessionId(), clock.instant());
    }

    /** Drops these ended sessions from the cache and ends their calls. */
    void forget(List<SessionId> ended) {
        ended.forEach(this::forget);
    }

    private void forget(SessionId ended) {
        states.ended(ended);
        calls.end(ended);
    }

    /** Ends all sessions of an account; the caller of this method calls {@link #forget} when that is durable. */
    void endAll(UserId user) {
        sessions.endAll(user, clock.instant());
    }

    /** Drops the sessions of an erased or disabled account from the cache and ends its calls. */
    void forget(UserId user, Problem reason) {
        states.changed(user);
        calls.end(user, reason);
    }

    /** Lets this node read the rights of an account again at its next request. */
    void changed(UserId user) {
        states.changed(user);
    }

    OpenCall open(Caller.User caller, Consumer<Problem> ended) {
        OpenCall call = calls.open(caller, ended);
        if (caller.key().isEmpty()
                && !caller.userId().isExternal()
                && states.find(caller).isEmpty()) {
            calls.end(caller.sessionId());
        }
        return call;
    }

    boolean isLive(Caller.User caller) {
        return states.find(caller).isPresent();
    }

    SessionDetails details(Caller.User caller) {
        return states.find(caller).orElseThrow(SessionService::ended);
    }

    /** The bearer of a token that is good for all services; one that was issued to an OAuth client is not. */
    Caller.User authenticate(AccessToken token) {
        AccessClaims claims = accessTokens.verify(token);
        if (claims.client().isPresent()) {
            throw new Refusal(new CommonProblem.Unauthenticated("the access token is for /mcp alone"));
        }
        return current(claims.caller());
    }

    /** The bearer of a token that was issued to an OAuth client; empty when the token is good for all services. */
    public Optional<Caller.User> authenticateClient(AccessToken token) {
        if (ApiKeyService.isKey(token)) {
            return Optional.empty();
        }
        AccessClaims claims = accessTokens.verify(token);
        return claims.client().map(ignored -> current(claims.caller()));
    }

    private Caller.User current(Caller.User caller) {
        SessionDetails session = states.find(caller).orElseThrow(SessionService::ended);
        seen.note(caller.userId(), caller.sessionId());
        return new Caller.User(
                caller.userId(), caller.profileId(), caller.sessionId(), EnumSet.copyOf(session.roles()));
    }

    /** A token of the same session that acts as another profile, independently of the account's active one. */
    ProfileActivation switchedTo(Caller.User caller, ProfileId profileId) {
        Session session = liveSession(caller);
        Account account = accounts.find(caller.userId()).orElseThrow(SessionService::ended);
        AccessToken token = accessToken(account.withActiveProfile(profileId), session);
        return new ProfileActivation(profileId, token, life(session));
    }

    /** Drops the caller's session from the cache after a durable write. */
    void changed(Caller.User caller) {
        states.changed(caller.sessionId());
    }

    private static void requireOwnSession(Caller.User caller) {
        if (caller.sessionId().isExternal()) {
            throw new Refusal(new CommonProblem.Forbidden("a token of another issuer may not do this; sign in"));
        }
    }

    private Session liveSession(Caller.User caller) {
        requireOwnSession(caller);
        return sessions.find(caller.sessionId())
                .filter(session -> session.isLive(clock.instant()))
                .filter(session -> session.userId().equals(caller.userId()))
                .orElseThrow(SessionService::ended);
    }

    private AccessToken accessToken(Account account, Session session) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
        Caller.User bearer = new Caller.User(
                account.id(), account.activeProfileId(), session.id(), EnumSet.copyOf(permissions.rolesOf(account)));
        Optional<ClientId> client = session.client().map(ConnectedClient::id);
        return accessTokens.issue(new AccessClaims(bearer, client, now, now.plus(life(session))));
    }

    /** The lifetime of an access token, which never exceeds that of its session. */
    private Duration life(Session session) {
        Duration left = Duration.between(clock.instant(), session.expiresAt()).truncatedTo(ChronoUnit.SECONDS);
        return left.compareTo(limits.accessTokenLife()) < 0 ? left : limits.accessTokenLife();
    }

    private static Refusal ended() {
        return new Refusal(new CommonProblem.Unauthenticated("the session has ended"));
    }
}
