package dev.guildhall.core.authorization;

import dev.guildhall.core.account.AuditJournal;
import dev.guildhall.core.account.SessionService;
import dev.guildhall.core.security.Secrets;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.RateLimiter;
import dev.guildhall.ports.account.Account;
import dev.guildhall.ports.audit.AuditAction;
import dev.guildhall.ports.authorization.Authorizations;
import dev.guildhall.ports.authorization.AuthorizedCode;
import dev.guildhall.ports.authorization.ClientRedirect;
import dev.guildhall.ports.authorization.CodeChallenge;
import dev.guildhall.ports.authorization.CodeRedemption;
import dev.guildhall.ports.authorization.Consent;
import dev.guildhall.ports.authorization.OAuthClient;
import dev.guildhall.ports.authorization.TakenCode;
import dev.guildhall.ports.problem.AccountProblem;
import dev.guildhall.ports.problem.AccountProblem.ClientRefused.Reason;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.session.AccessToken;
import dev.guildhall.ports.session.ClientId;
import dev.guildhall.ports.session.ConnectedClient;
import dev.guildhall.ports.session.RefreshToken;
import dev.guildhall.ports.session.TokenSet;
import dev.guildhall.ports.storage.AccountStores;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/**
 * Authorization of OAuth clients: a consent issues a code, and the code opens a session of the user that belongs to the
 * client. Documents of clients are read outside of transactions.
 */
public final class AuthorizationService implements Authorizations {
    private static final String CODE_PREFIX = "ghc_";

    private record Issued(Account account, SessionService.Opened opened) {}

    private record Attempt(Optional<TakenCode> taken, Optional<Issued> issued) {}

    private final InstantSource clock;
    private final Secrets secrets;
    private final AccountStores stores;
    private final AuditJournal journal;
    private final SessionService sessions;
    private final ClientRegistry clients;
    private final RateLimiter rates;

    public AuthorizationService(
            SessionService.Sources sources,
            AccountStores stores,
            AuditJournal journal,
            SessionService sessions,
            ClientRegistry clients,
            RateLimiter rates) {
        this.clock = sources.clock();
        this.secrets = new Secrets(sources.secrets());
        this.stores = stores;
        this.journal = journal;
        this.sessions = sessions;
        this.clients = clients;
        this.rates = rates;
    }

    @Override
    public OAuthClient register(Caller caller, String name, List<ClientRedirect> redirects) {
        return clients.register(caller, name, redirects);
    }

    @Override
    public Consent consent(Caller caller, ClientId id, Optional<String> redirect) {
        OAuthClient client = clients.find(caller.requireUser(), id);
        return new Consent(client, redirectOf(client, redirect.map(ClientRedirect::new)));
    }

    private static ClientRedirect redirectOf(OAuthClient client, Optional<ClientRedirect> requested) {
        return requested
                .filter(one -> client.redirects().stream().anyMatch(known -> known.covers(one)))
                .or(() -> client.redirects().stream()
                        .filter(only ->
                                requested.isEmpty() && client.redirects().size() == 1)
                        .findFirst())
                .orElseThrow(() -> new Refusal(new AccountProblem.ClientRefused(
                        Reason.INVALID_REDIRECT_URI, "redirect_uri: is not an address that the client has named")));
    }

    @Override
    public String approve(Caller caller, ClientId id, Optional<String> redirect, CodeChallenge challenge) {
        Caller.User user = caller.requireUser();
        Consent consent = consent(caller, id, redirect);
        ClientRegistry.requireRate(rates, "oauth-consent:" + user.userId().value(), AuthorizationLimits.CONSENTS);
        String code = CODE_PREFIX + secrets.fresh();
        stores.authorizedCodes()
                .add(new AuthorizedCode(
                        Secrets.hash(code),
                        sessions.nextId(),
                        user.userId(),
                        new ConnectedClient(id, consent.client().name()),
                        consent.redirect(),
                        challenge,
                        clock.instant().plus(AuthorizationLimits.CODE_LIFE)));
        return code;
    }

    @Override
    public TokenSet redeem(Caller caller, CodeRedemption redemption) {
        String hash = Secrets.hash(redemption.code());
        // A redemption that is refused uses the code up too: the transaction must not be rolled back.
        Attempt attempt = stores.transactions().inTransaction(() -> {
            Optional<TakenCode> taken = stores.authorizedCodes().take(hash);
            Optional<AuthorizedCode> good =
                    taken.filter(TakenCode::first).map(TakenCode::code).filter(code -> isFor(code, redemption));
            return new Attempt(taken, good.flatMap(this::issue));
        });
        attempt.taken()
                .filter(taken -> !taken.first())
                .map(TakenCode::code)
                .ifPresent(reused -> sessions.end(reused.userId(), reused.sessionId(), AuditAction.CODE_REUSED));
        Issued issued = attempt.issued().orElseThrow(() -> invalidGrant("code"));
        return sessions.tokens(issued.account(), issued.opened());
    }

    private boolean isFor(AuthorizedCode code, CodeRedemption redemption) {
        return clock.instant().isBefore(code.expiresAt())
                && code.client().id().equals(redemption.client())
                && redemption.redirect().map(code.redirect().value()::equals).orElse(true)
                && MessageDigest.isEqual(
                        bytes(code.challenge().value()), bytes(Secrets.challenge(redemption.verifier())));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private Optional<Issued> issue(AuthorizedCode code) {
        Optional<Account> user = stores.accounts()
                .find(code.userId())
                .filter(one -> !one.rights().disabled());
        return user.map(account -> {
            SessionService.Opened opened = sessions.open(code.sessionId(), account, code.client());
            stores.oauthClients().connected(code.client().id(), clock.instant());
            journal.note(account.id(), AuditAction.CLIENT_CONNECTED, code.sessionId());
            return new Issued(account, opened);
        });
    }

    @Override
    public TokenSet refresh(Caller caller, ClientId client, RefreshToken token) {
        try {
            return sessions.refresh(token, Optional.of(client));
        } catch (Refusal refusal) {
            throw refusal.problem() instanceof AccountProblem.InvalidCredentials
                    ? invalidGrant("refresh_token")
                    : refusal;
        }
    }

    private static Refusal invalidGrant(String field) {
        return new Refusal(new AccountProblem.ClientRefused(
                Reason.INVALID_GRANT,
                field + ": is unknown, used or expired, or belongs to another client, redirect_uri or verifier"));
    }

    @Override
    public void revoke(Caller caller, ClientId client, String token) {
        sessions.revoke(client, token);
    }

    @Override
    public Optional<Caller.User> authenticate(Caller caller, AccessToken token) {
        return sessions.authenticateClient(token);
    }
}
