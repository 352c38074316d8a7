package dev.guildhall.core.webchat;

import dev.guildhall.core.config.WebChatLimits;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.SecretSource;
import dev.guildhall.ports.account.Account;
import dev.guildhall.ports.account.Credentials;
import dev.guildhall.ports.account.Registration;
import dev.guildhall.ports.account.SecondFactor;
import dev.guildhall.ports.oauth.OAuthGrant;
import dev.guildhall.ports.oauth.OAuthSignIn;
import dev.guildhall.ports.passkey.PasskeyAssertion;
import dev.guildhall.ports.problem.AccountProblem;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.profile.Profile;
import dev.guildhall.ports.profile.ProfileActivation;
import dev.guildhall.ports.profile.Profiles;
import dev.guildhall.ports.session.AccessToken;
import dev.guildhall.ports.session.Accounts;
import dev.guildhall.ports.session.SignedIn;
import dev.guildhall.ports.session.TokenSet;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.webchat.OpenedSession;
import dev.guildhall.ports.webchat.SessionKey;
import dev.guildhall.ports.webchat.WebSession;
import dev.guildhall.ports.webchat.WebSessionStore;
import dev.guildhall.ports.webchat.WebSessions;
import dev.guildhall.ports.webchat.WebUser;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/** Browser sessions, built on the sessions of accounts. */
public final class WebSessionService implements WebSessions {
    private static final int MOST_KEY = 200;

    private final InstantSource clock;
    private final SecretSource secrets;

    private final Stores stores;
    private final WebSessionStore sessions;

    private final Accounts accounts;
    private final OAuthSignIn oauth;
    private final Profiles switches;
    private final WebChatLimits.Sessions limits;

    public WebSessionService(
            InstantSource clock,
            SecretSource secrets,
            Stores stores,
            Accounts accounts,
            OAuthSignIn oauth,
            Profiles switches,
            WebChatLimits limits) {
        this.clock = clock;
        this.secrets = secrets;

        this.stores = stores;
        this.sessions = stores.webSessions();

        this.accounts = accounts;
        this.oauth = oauth;
        this.switches = switches;
        this.limits = limits.sessions();
    }

    @Override
    public OpenedSession signIn(Caller caller, Credentials credentials) {
        return open(accounts.signIn(caller, credentials));
    }

    @Override
    public OpenedSession signIn(Caller caller, SecondFactor second) {
        return open(accounts.signIn(caller, second));
    }

    @Override
    public OpenedSession signIn(Caller caller, PasskeyAssertion assertion) {
        return open(accounts.signIn(caller, assertion));
    }

    @Override
    public OpenedSession register(Caller caller, Registration registration) {
        return open(accounts.register(caller, registration));
    }

    @Override
    public OpenedSession signIn(Caller caller, OAuthGrant grant) {
        return open(oauth.signIn(caller, grant));
    }

    private OpenedSession open(SignedIn signedIn) {
        TokenSet tokens = signedIn.tokens();
        Caller.User user = accounts.authenticate(Caller.anonymous(), tokens.accessToken());
        Instant now = clock.instant();
        SessionKey key = SessionKey.make(secrets);
        WebSession session = new WebSession(
                key.hash(),
                user.userId(),
                user.sessionId(),
                tokens.accessToken(),
                tokens.refreshToken(),
                now.plus(tokens.expiresIn()),
                now,
                now);
        sessions.add(session);
        return new OpenedSession(key, details(user, session));
    }

    @Override
    public Caller.User authenticate(Caller caller, SessionKey key) {
        return callerOf(live(key));
    }

    @Override
    public WebUser user(Caller caller, SessionKey key) {
        WebSession session = live(key);
        return details(callerOf(session), session);
    }

    @Override
    public AccessToken accessToken(Caller caller) {
        return sessions.ofSession(caller.requireUser().sessionId())
                .map(this::renewed)
                .map(WebSession::accessToken)
                .orElseThrow(WebSessionService::noSession);
    }

    /** Uses the current refresh token of the session: another request may refresh the tokens in the meantime. */
    @Override
    public WebUser activate(Caller caller, ProfileId id) {
        Caller.User user = caller.requireUser();
        String keyHash =
                sessions.ofSession(user.sessionId()).map(WebSession::keyHash).orElseThrow(WebSessionService::noSession);
        ProfileActivation activation = switches.activate(user, id);
        WebSession session = stores.transactions().inTransaction(() -> {
            WebSession current = sessions.lock(keyHash).orElseThrow(WebSessionService::noSession);
            WebSession next = current.withTokens(
                    activation.accessToken(),
                    current.refreshToken(),
                    clock.instant().plus(activation.expiresIn()));
            sessions.replaceTokens(next);
            return next;
        });
        return details(callerOf(session), session);
    }

    @Override
    public void signOut(Caller caller, SessionKey key) {
        WebSession session;
        try {
            session = live(key);
        } catch (Refusal ended) {
            return;
        }
        try {
            accounts.signOut(callerOf(session));
        } catch (Refusal refusal) {
            if (!(refusal.problem() instanceof CommonProblem.Unauthenticated)) {
                throw refusal;
            }
        }
        sessions.remove(session.keyHash());
    }

    private WebUser details(Caller.User user, WebSession session) {
        String name = stores.profiles()
                .find(user.profileId())
                .or(() -> stores.profiles().ofUser(user.userId()).stream().findFirst())
                .map(Profile::displayName)
                .map(displayName -> displayName.value())
                .orElse("");
        Account account = stores.accounts().find(user.userId()).orElseThrow(WebSessionService::noSession);
        return new WebUser(user.userId(), account.email(), name, expiryOf(session));
    }

    private Instant expiryOf(WebSession session) {
        return Stream.of(
                        session.lastSeenAt().plus(limits.idle()),
                        session.createdAt().plus(limits.life()))
                .min(Comparator.naturalOrder())
                .orElseThrow();
    }

    private WebSession live(SessionKey key) {
        Instant now = clock.instant();
        WebSession session = Optional.of(key)
                .filter(sent -> sent.value().length() <= MOST_KEY)
                .flatMap(sent -> sessions.find(sent.hash()))
                .filter(known -> expiryOf(known).isAfter(now))
                .orElseThrow(WebSessionService::noSession);
        if (session.lastSeenAt().plus(limits.touchAfter()).isBefore(now)) {
            sessions.touch(session.keyHash(), now);
            return session.seen(now);
        }
        return session;
    }

    private Caller.User callerOf(WebSession session) {
        try {
            return accounts.authenticate(Caller.anonymous(), renewed(session).accessToken());
        } catch (Refusal refusal) {
            throw switch (refusal.problem()) {
                case CommonProblem.Unauthenticated ended -> noSession();
                case CommonProblem.TokenExpired expired -> noSession();
                case AccountProblem.InvalidCredentials ended -> noSession();
                default -> refusal;
            };
        }
    }

    /** One refresh at a time: a second caller waits for the lock and finds the new tokens. */
    private WebSession renewed(WebSession session) {
        if (!isDue(session)) {
            return session;
        }
        return stores.transactions().inTransaction(() -> {
            WebSession current = sessions.lock(session.keyHash()).orElseThrow(WebSessionService::noSession);
            if (!isDue(current)) {
                return current;
            }
            TokenSet tokens = accounts.refresh(Caller.anonymous(), current.refreshToken());
            WebSession next = current.withTokens(
                    tokens.accessToken(), tokens.refreshToken(), clock.instant().plus(tokens.expiresIn()));
            sessions.replaceTokens(next);
            return next;
        });
    }

    private boolean isDue(WebSession session) {
        return !session.tokenExpiresAt().minus(limits.renewBefore()).isAfter(clock.instant());
    }

    private static Refusal noSession() {
        return new Refusal(new CommonProblem.Unauthenticated("there is no session; sign in"));
    }
}
