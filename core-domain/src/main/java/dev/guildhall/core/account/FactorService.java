package dev.guildhall.core.account;

import dev.guildhall.core.cache.BoundedMap;
import dev.guildhall.core.security.Base32;
import dev.guildhall.core.security.Permissions;
import dev.guildhall.core.security.Secrets;
import dev.guildhall.core.security.Totp;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.IdSource;
import dev.guildhall.ports.SecretSource;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.Account;
import dev.guildhall.ports.account.AddedPasskey;
import dev.guildhall.ports.account.Email;
import dev.guildhall.ports.account.Factor;
import dev.guildhall.ports.account.FactorId;
import dev.guildhall.ports.account.Factors;
import dev.guildhall.ports.account.NewTotp;
import dev.guildhall.ports.account.OwnFactors;
import dev.guildhall.ports.audit.AuditAction;
import dev.guildhall.ports.passkey.Base64Url;
import dev.guildhall.ports.passkey.NewPasskey;
import dev.guildhall.ports.passkey.Passkey;
import dev.guildhall.ports.passkey.PasskeyCreation;
import dev.guildhall.ports.passkey.PasskeyName;
import dev.guildhall.ports.passkey.VerifiedPasskey;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.storage.AccountStores;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Second factors of accounts, for their owners and for admins. */
public final class FactorService implements Factors {
    private static final int RECOVERY_BYTES = 10;
    private static final int GROUP = 4;
    private static final int MOST_KNOWN = 20_000;
    private static final Duration FRESH = Duration.ofMillis(750);

    private record Known(boolean isMissing, Instant until) {}

    private final InstantSource clock;
    private final IdSource ids;
    private final SecretSource secrets;
    private final AccountStores stores;
    private final AuditJournal journal;
    private final Permissions permissions;
    private final Reauthentication reauthentication;
    private final SecondFactors seconds;
    private final Passkeys passkeys;
    private final SettingsService settings;
    private final Map<UserId, Known> known = BoundedMap.firstInFirstOut(MOST_KNOWN);

    public FactorService(
            SessionService.Sources sources,
            AccountStores stores,
            AuditJournal journal,
            Permissions permissions,
            Reauthentication reauthentication,
            SecondFactors seconds,
            Passkeys passkeys,
            SettingsService settings) {
        this.clock = sources.clock();
        this.ids = sources.ids();
        this.secrets = sources.secrets();
        this.stores = stores;
        this.journal = journal;
        this.permissions = permissions;
        this.reauthentication = reauthentication;
        this.seconds = seconds;
        this.passkeys = passkeys;
        this.settings = settings;
    }

    @Override
    public OwnFactors factors(Caller caller) {
        Caller.User user = caller.requireSession();
        return new OwnFactors(
                seconds.of(user.userId()), stores.factors().countRecoveryCodes(user.userId()), isRequired(user));
    }

    private boolean isRequired(Caller.User user) {
        return switch (settings.current().requireSecondFactor()) {
            case NONE -> false;
            case ADMINS -> user.isAdmin();
            case EVERYONE -> true;
        };
    }

    @Override
    public NewTotp beginTotp(Caller caller) {
        Caller.User user = caller.requireSession();
        String secret = Base32.encode(secrets.bytes(Totp.SECRET_BYTES));
        Factor made = new Factor(
                new FactorId(ids.next("fac")),
                user.userId(),
                Optional.of(secret),
                Optional.empty(),
                0,
                false,
                clock.instant(),
                Optional.empty());
        Account account = stores.transactions().inTransaction(() -> {
            Account locked = locked(user.userId());
            for (Factor factor : stores.factors().ofUser(user.userId())) {
                if (factor.passkey().isPresent()) {
                    continue;
                }
                if (factor.isConfirmed()) {
                    throw new Refusal(
                            new CommonProblem.Conflict("the account has an authenticator application already"));
                }
                stores.factors().remove(factor.id());
            }
            stores.factors().add(made);
            return locked;
        });
        return new NewTotp(made.id(), secret, uri(account, secret));
    }

    private static String uri(Account account, String secret) {
        return "otpauth://totp/Guildhall:" + encoded(nameOf(account)) + "?secret=" + secret + "&issuer=Guildhall";
    }

    private static String nameOf(Account account) {
        return account.email().map(Email::value).orElse(account.id().value());
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    @Override
    public List<String> confirmTotp(Caller caller, String code) {
        Caller.User user = caller.requireSession();
        seconds.requireFew(user.userId());
        Optional<List<String>> codes = stores.transactions().inTransaction(() -> {
            locked(user.userId());
            return stores.factors().ofUser(user.userId()).stream()
                    .filter(factor -> !factor.isConfirmed() && seconds.accepts(factor, code.strip()))
                    .findFirst()
                    .map(confirmed -> {
                        journal.note(user, AuditAction.FACTOR_ADDED, Passkeys.named(confirmed));
                        return freshCodes(user.userId());
                    });
        });
        forget(user.userId());
        return codes.orElseThrow(() -> {
            seconds.failed(user, user.userId());
            return Refusal.invalid("code", "is not the code that the application shows now");
        });
    }

    @Override
    public PasskeyCreation beginPasskey(Caller caller) {
        Caller.User user = caller.requireSession();
        String party = passkeys.requireRelyingParty().id();
        return stores.transactions().inTransaction(() -> {
            Account account = locked(user.userId());
            List<Passkey> existing = requireRoom(user.userId());
            Base64Url challenge = passkeys.creation(user.userId());
            return new PasskeyCreation(
                    challenge, party, Passkeys.handle(user.userId()), nameOf(account), passkeys.algorithms(), existing);
        });
    }

    /** The passkeys of an account that may have another one. */
    private List<Passkey> requireRoom(UserId userId) {
        List<Passkey> existing = stores.factors().ofUser(userId).stream()
                .flatMap(factor -> factor.passkey().stream())
                .toList();
        if (existing.size() >= MOST_PASSKEYS) {
            throw new Refusal(
                    new CommonProblem.Conflict("the account has " + MOST_PASSKEYS + " passkeys, which is the most"));
        }
        return existing;
    }

    @Override
    public AddedPasskey addPasskey(Caller caller, PasskeyName name, NewPasskey made) {
        Caller.User user = caller.requireSession();
        VerifiedPasskey verified = passkeys.verified(user.userId(), made);
        Passkey passkey = new Passkey(name, verified.credentialId(), verified.publicKey(), made.transports());
        Factor factor = new Factor(
                new FactorId(ids.next("fac")),
                user.userId(),
                Optional.empty(),
                Optional.of(passkey),
                verified.counter(),
                true,
                clock.instant(),
                Optional.empty());
        AddedPasskey added = stores.transactions().inTransaction(() -> {
            locked(user.userId());
            requireRoom(user.userId());
            boolean isFirst = seconds.of(user.userId()).isEmpty();
            if (!stores.factors().add(factor)) {
                throw new Refusal(new CommonProblem.Conflict("the passkey belongs to an account already"));
            }
            journal.note(user, AuditAction.FACTOR_ADDED, Passkeys.named(factor));
            return new AddedPasskey(factor, isFirst ? freshCodes(user.userId()) : List.of());
        });
        forget(user.userId());
        return added;
    }

    private List<String> freshCodes(UserId userId) {
        List<String> codes = new ArrayList<>();
        for (int i = 0; i < RECOVERY_CODES; i++) {
            codes.add(Base32.encode(secrets.bytes(RECOVERY_BYTES)).toLowerCase(Locale.ROOT));
        }
        stores.factors()
                .setRecoveryCodes(userId, codes.stream().map(Secrets::hash).toList());
        journal.note(userId, AuditAction.RECOVERY_CODES_CREATED, Map.of());
        return codes.stream().map(FactorService::grouped).toList();
    }

    /** Four characters and a hyphen, to be read and typed. */
    private static String grouped(String code) {
        return code.replaceAll("(.{" + GROUP + "})(?=.)", "$1-");
    }

    @Override
    public void remove(Caller caller, FactorId id, Optional<String> password) {
        Caller.User user = caller.requireSession();
        reauthentication.require(user, "password", password);
        stores.transactions().run(() -> {
            locked(user.userId());
            Factor removed = seconds.of(user.userId()).stream()
                    .filter(factor -> factor.id().equals(id))
                    .findFirst()
                    .orElseThrow(() -> new Refusal(new CommonProblem.NotFound("factor")));
            stores.factors().remove(id);
            if (seconds.of(user.userId()).isEmpty()) {
                stores.factors().setRecoveryCodes(user.userId(), List.of());
            }
            journal.note(user, AuditAction.FACTOR_REMOVED, Passkeys.named(removed));
        });
        forget(user.userId());
    }

    @Override
    public List<String> renewRecoveryCodes(Caller caller, Optional<String> password) {
        Caller.User user = caller.requireSession();
        reauthentication.require(user, "password", password);
        return stores.transactions().inTransaction(() -> {
            locked(user.userId());
            if (seconds.of(user.userId()).isEmpty()) {
                throw new Refusal(new CommonProblem.Conflict("the account has no second factor"));
            }
            return freshCodes(user.userId());
        });
    }

    @Override
    public void reset(Caller caller, UserId userId) {
        Caller.User admin = caller.requireSession();
        permissions.requireAdmin(admin);
        stores.transactions().run(() -> {
            if (stores.accounts().lock(userId).isEmpty()) {
                throw new Refusal(new CommonProblem.NotFound("user"));
            }
            stores.factors().ofUser(userId).forEach(factor -> stores.factors().remove(factor.id()));
            stores.factors().setRecoveryCodes(userId, List.of());
            new AdminJournal(journal).note(admin, userId, AuditAction.FACTOR_REMOVED, Map.of());
        });
        forget(userId);
    }

    /** Read again each second where the settings require a factor. */
    @Override
    public boolean isMissing(Caller caller) {
        if (!(caller instanceof Caller.User user)
                || user.key().isPresent()
                || user.userId().isExternal()
                || user.sessionId().isExternal()
                || !isRequired(user)) {
            return false;
        }
        Instant now = clock.instant();
        synchronized (known) {
            Known read = known.get(user.userId());
            if (read != null && now.isBefore(read.until())) {
                return read.isMissing();
            }
        }
        boolean isMissing = seconds.of(user.userId()).isEmpty();
        synchronized (known) {
            known.put(user.userId(), new Known(isMissing, now.plus(FRESH)));
        }
        return isMissing;
    }

    private void forget(UserId userId) {
        synchronized (known) {
            known.remove(userId);
        }
    }

    private Account locked(UserId userId) {
        return stores.accounts()
                .lock(userId)
                .orElseThrow(() -> new Refusal(new CommonProblem.Unauthenticated("the account has been erased")));
    }
}
