package dev.guildhall.core.account;

import dev.guildhall.core.config.SignInLimits;
import dev.guildhall.core.security.Base32;
import dev.guildhall.core.security.Secrets;
import dev.guildhall.core.security.Totp;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.RateLimit;
import dev.guildhall.ports.RateLimiter;
import dev.guildhall.ports.RateVerdict;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.Account;
import dev.guildhall.ports.account.AccountToken;
import dev.guildhall.ports.account.Factor;
import dev.guildhall.ports.account.SecondFactor;
import dev.guildhall.ports.account.TokenKind;
import dev.guildhall.ports.audit.AuditAction;
import dev.guildhall.ports.passkey.Base64Url;
import dev.guildhall.ports.passkey.Passkey;
import dev.guildhall.ports.passkey.PasskeyCheck;
import dev.guildhall.ports.problem.AccountProblem;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.storage.AccountStores;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** The second step of a sign-in (accounts-41). Wrong codes count for the account, like failures to sign in. */
public final class SecondFactors {
    private final InstantSource clock;
    private final Secrets secrets;
    private final AccountStores stores;
    private final AuditJournal journal;
    private final Passkeys passkeys;
    private final RateLimiter rates;
    private final RateLimit limit;

    public SecondFactors(
            SessionService.Sources sources,
            AccountStores stores,
            AuditJournal journal,
            Passkeys passkeys,
            RateLimiter rates,
            SignInLimits limits) {
        this.clock = sources.clock();
        this.secrets = new Secrets(sources.secrets());
        this.stores = stores;
        this.journal = journal;
        this.passkeys = passkeys;
        this.rates = rates;
        this.limit = limits.fromAddress();
    }

    /** The confirmed factors of an account. */
    List<Factor> of(UserId userId) {
        return stores.factors().ofUser(userId).stream()
                .filter(Factor::isConfirmed)
                .toList();
    }

    /** The refusal of a sign-in that needs a second step; empty without a factor. */
    Optional<Refusal> challenge(Account account) {
        List<Factor> factors = of(account.id());
        if (factors.isEmpty()) {
            return Optional.empty();
        }
        String challenge = secrets.fresh();
        stores.accountTokens()
                .add(new AccountToken(
                        Secrets.hash(challenge),
                        TokenKind.SECOND_FACTOR,
                        Optional.of(account.id()),
                        Optional.empty(),
                        clock.instant().plus(Passkeys.CHALLENGE)));
        return Optional.of(new Refusal(required(account.id(), challenge, factors)));
    }

    private AccountProblem required(UserId user, String challenge, List<Factor> factors) {
        List<String> methods = new ArrayList<>();
        Optional<AccountProblem.SecondFactorRequired.Passkeys> usable = usable(factors);
        if (factors.stream().anyMatch(factor -> factor.secret().isPresent())) {
            methods.add("totp");
        }
        if (usable.isPresent()) {
            methods.add("passkey");
        }
        if (stores.factors().countRecoveryCodes(user) > 0) {
            methods.add("recovery");
        }
        return new AccountProblem.SecondFactorRequired(challenge, methods, usable);
    }

    private Optional<AccountProblem.SecondFactorRequired.Passkeys> usable(List<Factor> factors) {
        Map<String, List<String>> transports = factors.stream()
                .flatMap(factor -> factor.passkey().stream())
                .collect(Collectors.toMap(passkey -> passkey.credentialId().value(), Passkey::transports));
        return transports.isEmpty()
                ? Optional.empty()
                : passkeys.relyingParty()
                        .map(party -> new AccountProblem.SecondFactorRequired.Passkeys(party.id(), transports));
    }

    /** The account whose challenge and factor these are; uses both up. A wrong factor leaves the challenge. */
    UserId accepted(Caller caller, SecondFactor second) {
        String hash = Secrets.hash(second.challenge());
        UserId user = stores.accountTokens()
                .find(hash, TokenKind.SECOND_FACTOR, clock.instant())
                .flatMap(AccountToken::userId)
                .orElseThrow(SecondFactors::refused);
        requireFew(user);
        boolean isRight = stores.transactions()
                .inTransaction(() -> accepts(user, second)
                        && stores.accountTokens()
                                .take(hash, TokenKind.SECOND_FACTOR, clock.instant())
                                .isPresent());
        if (!isRight) {
            failed(caller, user);
            throw refused();
        }
        return user;
    }

    private boolean accepts(UserId user, SecondFactor second) {
        return switch (second) {
            case SecondFactor.Code code -> accepts(user, code.code());
            case SecondFactor.ByPasskey signed ->
                passkeys.relyingParty()
                        .map(party -> new PasskeyCheck(new Base64Url(signed.challenge()), party, false))
                        .flatMap(check -> Passkeys.find(of(user), signed.assertion())
                                .filter(factor -> passkeys.accepts(factor, signed.assertion(), check)))
                        .isPresent();
        };
    }

    /** Whether it is a code of the account that was not used before, which it is then. */
    private boolean accepts(UserId user, String typed) {
        String code = typed.strip().replaceAll("[ -]", "");
        for (Factor factor : of(user)) {
            if (accepts(factor, code)) {
                return true;
            }
        }
        boolean isRecovery = stores.factors().takeRecoveryCode(user, Secrets.hash(code.toLowerCase(Locale.ROOT)));
        if (isRecovery) {
            journal.note(user, AuditAction.RECOVERY_CODE_USED, Map.of());
        }
        return isRecovery;
    }

    /** Accepts a code of a factor once. */
    boolean accepts(Factor factor, String code) {
        OptionalLong step = factor.secret().stream()
                .map(secret -> Totp.stepOf(Base32.decode(secret), code, clock.instant()))
                .findFirst()
                .orElseGet(OptionalLong::empty);
        return step.isPresent() && stores.factors().accept(factor.id(), step.getAsLong(), clock.instant());
    }

    void failed(Caller caller, UserId user) {
        if (!limit.isOff()) {
            rates.charge(key(user), limit, 1);
        }
        stores.transactions().run(() -> journal.note(user, AuditAction.FACTOR_FAILED, AuditJournal.origin(caller)));
    }

    void requireFew(UserId user) {
        if (!limit.isOff()) {
            RateVerdict verdict = rates.look(key(user), limit);
            if (!verdict.allowed()) {
                throw new Refusal(new CommonProblem.RateLimited(verdict.retryAfter()));
            }
        }
    }

    private static String key(UserId user) {
        return "second-factor:" + user.value();
    }

    private static Refusal refused() {
        return new Refusal(new AccountProblem.InvalidCredentials());
    }
}
