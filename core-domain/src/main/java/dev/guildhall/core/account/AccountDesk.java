package dev.guildhall.core.account;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.IdSource;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.Transactions;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.AccessToken;
import dev.guildhall.ports.account.Account;
import dev.guildhall.ports.account.AccountStore;
import dev.guildhall.ports.account.Accounts;
import dev.guildhall.ports.account.Credentials;
import dev.guildhall.ports.account.DisplayName;
import dev.guildhall.ports.account.Email;
import dev.guildhall.ports.account.Password;
import dev.guildhall.ports.account.PasswordHash;
import dev.guildhall.ports.account.Profile;
import dev.guildhall.ports.account.ProfileStore;
import dev.guildhall.ports.account.RefreshToken;
import dev.guildhall.ports.account.Registration;
import dev.guildhall.ports.account.SessionDetails;
import dev.guildhall.ports.account.SignedIn;
import dev.guildhall.ports.account.TokenSet;
import dev.guildhall.ports.problem.AccountProblem;
import dev.guildhall.ports.problem.Refusal;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Function;

/** Registration and sign-in. Passwords are hashed outside of transactions. Thread-safe. */
public final class AccountDesk implements Accounts {
    private static final Logger LOG = System.getLogger(AccountDesk.class.getName());

    private final InstantSource clock;
    private final IdSource ids;
    private final Transactions transactions;
    private final AccountStore accounts;
    private final ProfileStore profiles;
    private final HashGate gate;
    private final SignInThrottle throttle;
    private final SessionKeeper sessions;

    /**
     * Where accounts are kept.
     *
     * @param transactions make several writes one
     * @param accounts the accounts
     * @param profiles their profiles
     */
    public record Stores(Transactions transactions, AccountStore accounts, ProfileStore profiles) {}

    public AccountDesk(
            SessionKeeper.Sources sources,
            Stores stores,
            HashGate gate,
            SignInThrottle throttle,
            SessionKeeper sessions) {
        this.clock = sources.clock();
        this.ids = sources.ids();
        this.transactions = stores.transactions();
        this.accounts = stores.accounts();
        this.profiles = stores.profiles();
        this.gate = gate;
        this.throttle = throttle;
        this.sessions = sessions;
    }

    @Override
    public SignedIn register(Caller caller, Registration registration) {
        if (accounts.findByEmail(registration.email()).isPresent()) {
            throw new Refusal(new AccountProblem.EmailTaken());
        }
        PasswordHash hash = gate.hash(registration.password());
        Instant now = clock.instant();
        UserId userId = new UserId(ids.next("usr"));
        Profile profile =
                new Profile(new ProfileId(ids.next("prf")), userId, nameOf(registration), Optional.empty(), now);
        Account account = new Account(userId, registration.email(), Optional.of(hash), profile.id(), now);

        SessionKeeper.Opened opened = transactions.inTransaction(() -> {
            if (!accounts.add(account)) {
                throw new Refusal(new AccountProblem.EmailTaken());
            }
            profiles.add(profile);
            return sessions.open(account);
        });

        return new SignedIn(userId, profile.id(), sessions.tokens(account, opened));
    }

    @Override
    public SignedIn signIn(Caller caller, Credentials credentials) {
        Optional<Email> email = wellFormed(credentials.email(), Email::new);
        email.ifPresent(throttle::attempt);
        Optional<Account> found = email.flatMap(accounts::findByEmail);
        Optional<Password> password = wellFormed(credentials.password(), Password::new);
        boolean matches = password.isPresent()
                ? gate.matches(password.get(), found.flatMap(Account::passwordHash))
                : gate.matchesNothing();
        if (!matches) {
            throw new Refusal(new AccountProblem.InvalidCredentials());
        }
        Account account = found.orElseThrow();
        renewHash(account, password.orElseThrow());
        return new SignedIn(account.id(), account.activeProfileId(), sessions.tokens(account, sessions.open(account)));
    }

    @Override
    public TokenSet refresh(Caller caller, RefreshToken token) {
        return sessions.refresh(token);
    }

    @Override
    public void signOut(Caller caller) {
        sessions.end(caller.requireUser());
    }

    @Override
    public SessionDetails session(Caller caller) {
        return sessions.details(caller.requireUser());
    }

    @Override
    public Caller.User authenticate(Caller caller, AccessToken token) {
        return sessions.authenticate(token);
    }

    /** A sign-in with the right password does not fail because there is no time for a better hash just now. */
    private void renewHash(Account account, Password password) {
        if (account.passwordHash().filter(gate::isOutdated).isEmpty()) {
            return;
        }
        try {
            accounts.setPasswordHash(account.id(), gate.hash(password));
        } catch (Refusal busy) {
            LOG.log(Level.DEBUG, "a password was not hashed anew: {0}", busy.getMessage());
        }
    }

    /** The part of the address before the {@code @}, cut to what a name may have (contract 1). */
    private static DisplayName nameOf(Registration registration) {
        return registration.displayName().orElseGet(() -> {
            String local = registration.email().localPart();
            int characters = Math.min(local.codePointCount(0, local.length()), DisplayName.MAX);
            return new DisplayName(local.substring(0, local.offsetByCodePoints(0, characters)));
        });
    }

    /** What cannot be an address or a password of ours is wrong, not malformed. */
    private static <T> Optional<T> wellFormed(String typed, Function<String, T> value) {
        try {
            return Optional.of(value.apply(typed));
        } catch (Refusal malformed) {
            return Optional.empty();
        }
    }
}
