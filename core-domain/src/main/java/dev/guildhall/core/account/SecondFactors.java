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
import dev.guildhall.ports.problem.AccountProblem;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.storage.AccountStores;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** The second step of a sign-in (accounts-41). Wrong codes count for the account, like failures to sign in. */
public final class SecondFactors {
    private static final Duration CHALLENGE = Duration.ofMinutes(5);

    private final InstantSource clock;
    private final Secrets secrets;
    private final AccountStores stores;
    private final AuditJournal journal;
    private final RateLimiter rates;
    private final RateLimit limit;

    public SecondFactors(
            SessionService.Sources sources,
            AccountStores stores,
            AuditJournal journal,
            RateLimiter rates,
            SignInLimits limits) {
        this.clock = sources.clock();
        this.secrets = new Secrets(sources.secrets());
        this.stores = stores;
        this.journal = journal;
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
        if (of(account.id()).isEmpty()) {
            return Optional.empty();
        }
        String challenge = secrets.fresh();
        stores.accountTokens()
                .add(new AccountToken(
                        Secrets.hash(challenge),
                        TokenKind.SECOND_FACTOR,
                        account.id(),
                        Optional.empty(),
                        clock.instant().plus(CHALLENGE)));
        boolean hasCodes = stores.factors().countRecoveryCodes(account.id()) > 0;
        return Optional.of(new Refusal(new AccountProblem.SecondFactorRequired(
                challenge, hasCodes ? List.of("totp", "recovery") : List.of("totp"))));
    }

    /** The account whose challenge and code these are; uses both up. A wrong code leaves the challenge. */
    UserId accepted(Caller caller, SecondFactor second) {
        String hash = Secrets.hash(second.challenge());
        UserId user = stores.accountTokens()
                .find(hash, TokenKind.SECOND_FACTOR, clock.instant())
                .map(AccountToken::userId)
                .orElseThrow(SecondFactors::refused);
        requireFew(user);
        boolean isRight = stores.transactions()
                .inTransaction(() -> accepts(user, second.code())
                        && stores.accountTokens()
                                .take(hash, TokenKind.SECOND_FACTOR, clock.instant())
                                .isPresent());
        if (!isRight) {
            failed(caller, user);
            throw refused();
        }
        return user;
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
        OptionalLong step = Totp.stepOf(Base32.decode(factor.secret()), code, clock.instant());
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
