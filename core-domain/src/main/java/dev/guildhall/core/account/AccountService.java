package dev.guildhall.core.account;

import dev.guildhall.core.config.SignInLimits;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Transactions;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.Account;
import dev.guildhall.ports.account.AccountStore;
import dev.guildhall.ports.account.Credentials;
import dev.guildhall.ports.account.Email;
import dev.guildhall.ports.account.Factor;
import dev.guildhall.ports.account.Password;
import dev.guildhall.ports.account.PasswordHash;
import dev.guildhall.ports.account.Registration;
import dev.guildhall.ports.account.RegistrationMode;
import dev.guildhall.ports.account.SecondFactor;
import dev.guildhall.ports.account.SetupToken;
import dev.guildhall.ports.audit.AuditAction;
import dev.guildhall.ports.audit.AuditDetail;
import dev.guildhall.ports.passkey.PasskeyAssertion;
import dev.guildhall.ports.passkey.PasskeyRequest;
import dev.guildhall.ports.problem.AccountProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.session.AccessToken;
import dev.guildhall.ports.session.Accounts;
import dev.guildhall.ports.session.OpenCall;
import dev.guildhall.ports.session.RefreshToken;
import dev.guildhall.ports.session.SessionDetails;
import dev.guildhall.ports.session.SignedIn;
import dev.guildhall.ports.session.TokenSet;
import dev.guildhall.ports.storage.AccountStores;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Registration and sign-in. Passwords are hashed outside of transactions. */
public final class AccountService implements Accounts {
    private static final UserId NO_ACCOUNT = new UserId("usr_none");
    private static final Logger LOG = System.getLogger(AccountService.class.getName());

    private final InstantSource clock;
    private final Transactions transactions;
    private final AccountStore accounts;
    private final AuditJournal journal;
    private final PasswordCheck passwords;
    private final SessionService sessions;
    private final ApiKeyService keys;
    private final ExternalAccountService external;
    private final Registrations registrations;
    private final SecondFactors seconds;
    private final Passkeys passkeys;
    private final SignInMails signInMails;
    private final SignInLimits limits;

    public AccountService(
            InstantSource clock,
            AccountStores stores,
            AuditJournal journal,
            PasswordCheck passwords,
            SessionService sessions,
            ApiKeyService keys,
            ExternalAccountService external,
            Registrations registrations,
            SecondFactors seconds,
            Passkeys passkeys,
            SignInMails signInMails,
            SignInLimits limits) {
        this.clock = clock;
        this.transactions = stores.transactions();
        this.accounts = stores.accounts();
        this.journal = journal;
        this.passwords = passwords;
        this.sessions = sessions;
        this.keys = keys;
        this.external = external;
        this.registrations = registrations;
        this.seconds = seconds;
        this.passkeys = passkeys;
        this.signInMails = signInMails;
        this.limits = limits;
    }

    @Override
    public RegistrationMode registration(Caller caller) {
        return registrations.mode();
    }

    @Override
    public SignedIn register(Caller caller, Registration registration) {
        Registrations.Prepared prepared = registrations.prepare(caller, registration);
        Map.Entry<Account, SessionService.Opened> opened = transactions.inTransaction(() -> {
            Account account = registrations.store(caller, prepared);
            return Map.entry(account, opened(caller, account, Map.of()));
        });
        return signedIn(opened);
    }

    @Override
    public void setUp(Caller caller, SetupToken token) {
        Caller.User user = caller.requireSession();
        registrations.setUp(user, token);
        sessions.changed(user.userId());
    }

    @Override
    public SignedIn signIn(Caller caller, Credentials credentials) {
        Optional<Account> found =
                PasswordCheck.wellFormed(credentials.email(), Email::new).flatMap(accounts::findByAnySpelling);
        // A disabled account responds as one whose password is wrong (accounts-5).
        Optional<PasswordHash> kept = found.filter(AccountService::isEnabled).flatMap(Account::passwordHash);
        if (!passwords.isRight(attempt(caller, credentials, found), credentials.password(), kept)) {
            noteFailure(caller, found);
            throw new Refusal(new AccountProblem.InvalidCredentials());
        }
        Account account = found.orElseThrow();
        seconds.challenge(account).ifPresent(required -> {
            throw required;
        });
        Optional<PasswordHash> better = better(kept.orElseThrow(), new Password(credentials.password()));
        SessionService.Opened opened = transactions.inTransaction(() -> {
            requireStill(account.id(), kept);
            better.ifPresent(hash -> accounts.setPasswordHash(account.id(), hash));
            return opened(caller, account, Map.of());
        });
        return new SignedIn(account.id(), account.activeProfileId(), sessions.tokens(account, opened));
    }

    @Override
    public SignedIn signIn(Caller caller, SecondFactor second) {
        return signIn(caller, seconds.accepted(caller, second), Map.of());
    }

    @Override
    public PasskeyRequest beginPasskeySignIn(Caller caller) {
        return passkeys.beginSignIn();
    }

    @Override
    public SignedIn signIn(Caller caller, PasskeyAssertion assertion) {
        Factor factor = passkeys.accepted(caller, assertion);
        return signIn(caller, factor.userId(), Passkeys.named(factor));
    }

    private SignedIn signIn(Caller caller, UserId id, Map<AuditDetail, String> means) {
        Map.Entry<Account, SessionService.Opened> opened = transactions.inTransaction(() -> {
            Account account = accounts.lock(id)
                    .filter(AccountService::isEnabled)
                    .orElseThrow(() -> new Refusal(new AccountProblem.InvalidCredentials()));
            return Map.entry(account, opened(caller, account, means));
        });
        return signedIn(opened);
    }

    private SignedIn signedIn(Map.Entry<Account, SessionService.Opened> opened) {
        Account account = opened.getKey();
        return new SignedIn(account.id(), account.activeProfileId(), sessions.tokens(account, opened.getValue()));
    }

    private static boolean isEnabled(Account account) {
        return !account.rights().disabled();
    }

    /** Looks for the address also without an account: the time must not reveal which e-mail addresses have one. */
    private PasswordCheck.Attempt attempt(Caller caller, Credentials credentials, Optional<Account> found) {
        String origin = addressOf(caller);
        UserId userId = found.map(Account::id).orElse(NO_ACCOUNT);
        boolean isKnown =
                accounts.hasSignedInFrom(userId, origin, clock.instant().minus(limits.addressKnown()));
        return new PasswordCheck.Attempt(credentials.email(), origin, isKnown);
    }

    private static String addressOf(Caller caller) {
        return switch (caller) {
            case Caller.Anonymous anonymous -> anonymous.clientAddress();
            case Caller.User user -> user.sessionId().value();
        };
    }

    /** The details say by what, other than a password. */
    private SessionService.Opened opened(Caller caller, Account account, Map<AuditDetail, String> means) {
        SessionService.Opened opened = sessions.open(caller, account);
        signInMails.note(account, opened.session().origin());
        accounts.noteSignInAddress(account.id(), addressOf(caller), clock.instant());
        Map<AuditDetail, String> details = AuditJournal.signIn(caller, opened.session());
        details.putAll(means);
        journal.note(account.id(), AuditAction.SIGNED_IN, details);
        return opened;
    }

    /**
     * Written also for an address without an account: the time of the response must not reveal which addresses have
     * one.
     */
    private void noteFailure(Caller caller, Optional<Account> found) {
        transactions.run(
                () -> journal.note(found.map(Account::id), AuditAction.SIGN_IN_FAILED, AuditJournal.origin(caller)));
    }

    /** A password that was changed during its check, or whose account was disabled, does not sign in any more. */
    private void requireStill(UserId id, Optional<PasswordHash> kept) {
        boolean still = accounts.lock(id)
                .filter(AccountService::isEnabled)
                .filter(account -> account.passwordHash().equals(kept))
                .isPresent();
        if (!still) {
            throw new Refusal(new AccountProblem.InvalidCredentials());
        }
    }

    @Override
    public TokenSet refresh(Caller caller, RefreshToken token) {
        return sessions.refresh(token);
    }

    @Override
    public void signOut(Caller caller) {
        sessions.end(caller.requireSession());
    }

    @Override
    public SessionDetails session(Caller caller) {
        Caller.User user = caller.requireSession();
        return user.sessionId().isExternal() ? external.details(user) : sessions.details(user);
    }

    @Override
    public Caller.User authenticate(Caller caller, AccessToken token) {
        return ApiKeyService.isKey(token) ? keys.authenticate(token) : sessions.authenticate(token);
    }

    @Override
    public boolean isLive(Caller caller) {
        return caller instanceof Caller.User user
                && (user.sessionId().isExternal()
                        ? isEnabled(user.userId())
                        : sessions.isLive(user) || keys.isLive(user));
    }

    private boolean isEnabled(UserId user) {
        return user.isExternal()
                || accounts.find(user)
                        .filter(account -> !account.rights().disabled())
                        .isPresent();
    }

    @Override
    public OpenCall open(Caller caller, Consumer<Problem> ended) {
        Caller.User user = caller.requireUser();
        return user.sessionId().isExternal() ? external.open(user, ended) : sessions.open(user, ended);
    }

    /** When the hasher has no capacity at the moment, the sign-in succeeds with the outdated hash. */
    private Optional<PasswordHash> better(PasswordHash kept, Password password) {
        if (!passwords.isOutdated(kept)) {
            return Optional.empty();
        }
        try {
            return Optional.of(passwords.hash(password));
        } catch (Refusal busy) {
            LOG.log(
                    Level.DEBUG,
                    "a password was not hashed again: {0}",
                    busy.problem().message());
            return Optional.empty();
        }
    }
}
