package dev.guildhall.core.account;

import dev.guildhall.core.mail.Outbox;
import dev.guildhall.core.security.Secrets;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.RateLimit;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.Account;
import dev.guildhall.ports.account.AccountToken;
import dev.guildhall.ports.account.Email;
import dev.guildhall.ports.account.MailedLinks;
import dev.guildhall.ports.account.Password;
import dev.guildhall.ports.account.PasswordHash;
import dev.guildhall.ports.account.TokenKind;
import dev.guildhall.ports.audit.AuditAction;
import dev.guildhall.ports.mail.MailKind;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.storage.AccountStores;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;

/** Verification of addresses and reset of passwords by mail. Passwords are hashed outside of transactions. */
public final class MailedLinksService implements MailedLinks {
    private static final RateLimit MAILS = new RateLimit(3);

    private final InstantSource clock;
    private final AccountStores stores;
    private final AuditJournal journal;
    private final PasswordCheck passwords;
    private final SessionService sessions;
    private final SettingsService settings;
    private final Outbox outbox;
    private final Attempts attempts;

    public MailedLinksService(
            SessionService.Sources sources,
            AccountStores stores,
            AuditJournal journal,
            PasswordCheck passwords,
            SessionService sessions,
            SettingsService settings,
            Outbox outbox,
            Attempts attempts) {
        this.clock = sources.clock();
        this.stores = stores;
        this.journal = journal;
        this.passwords = passwords;
        this.sessions = sessions;
        this.settings = settings;
        this.outbox = outbox;
        this.attempts = attempts;
    }

    @Override
    public void requestVerification(Caller caller) {
        Caller.User user = caller.requireSession();
        Account account = stores.accounts()
                .find(user.userId())
                .orElseThrow(() -> new Refusal(new CommonProblem.Unauthenticated("the account has been erased")));
        requireMail();
        Email email = account.email()
                .orElseThrow(() -> new Refusal(new CommonProblem.Conflict("the account has no address")));
        if (account.emailVerified()) {
            throw new Refusal(new CommonProblem.Conflict("the address is verified already"));
        }
        if (!attempts.isFew("verification:" + user.userId().value(), MAILS)) {
            throw new Refusal(new CommonProblem.RateLimited(Duration.ofMinutes(1)));
        }
        outbox.add(MailKind.VERIFICATION, email, Optional.empty());
    }

    @Override
    public void verify(Caller caller, String token) {
        attempts.count("mailed-token", caller);
        stores.transactions().run(() -> {
            AccountToken taken = stores.accountTokens()
                    .take(Secrets.hash(token), TokenKind.VERIFICATION, clock.instant())
                    .orElseThrow(MailedLinksService::notValid);
            if (!verify(taken)) {
                throw notValid();
            }
        });
    }

    /** Marks the address as verified, unless the account has another one now. */
    private boolean verify(AccountToken token) {
        Optional<Account> account = stores.accounts()
                .lock(token.userId().orElseThrow())
                .filter(known -> known.email().isPresent() && known.email().equals(token.email()));
        account.filter(known -> !known.emailVerified()).ifPresent(known -> {
            stores.accounts().setEmailVerified(known.id());
            journal.note(known.id(), AuditAction.EMAIL_VERIFIED, Map.of());
        });
        return account.isPresent();
    }

    /** Takes the same time whether or not the address has an account: that is looked up when the mail is sent. */
    @Override
    public void requestReset(Caller caller, Email email) {
        attempts.count("password-forgot", caller);
        requireMail();
        if (attempts.isFew("password-reset:" + email.canonical().value(), MAILS)) {
            outbox.add(MailKind.PASSWORD_RESET, email, Optional.empty());
        }
    }

    @Override
    public void reset(Caller caller, String token, Password password) {
        attempts.count("mailed-token", caller);
        String hash = Secrets.hash(token);
        if (stores.accountTokens()
                .find(hash, TokenKind.PASSWORD_RESET, clock.instant())
                .isEmpty()) {
            throw notValid();
        }
        PasswordHash next = passwords.hash(password);
        UserId user = stores.transactions().inTransaction(() -> {
            AccountToken taken = stores.accountTokens()
                    .take(hash, TokenKind.PASSWORD_RESET, clock.instant())
                    .orElseThrow(MailedLinksService::notValid);
            UserId id = taken.userId().orElseThrow();
            boolean isDisabled = stores.accounts()
                    .lock(id)
                    .map(account -> account.rights().disabled())
                    .orElse(true);
            if (isDisabled) {
                throw notValid();
            }
            stores.accounts().setPasswordHash(id, next);
            verify(taken);
            stores.accountTokens().removeOf(id, TokenKind.PASSWORD_RESET);
            stores.authorizedCodes().removeOf(id);
            sessions.endAll(id);
            journal.note(id, AuditAction.PASSWORD_RESET, AuditJournal.origin(caller));
            return id;
        });
        sessions.forget(user, ActiveCalls.PASSWORD_RESET);
    }

    private void requireMail() {
        if (!settings.current().sendsMail()) {
            throw new Refusal(new CommonProblem.Conflict("this server sends no mail; an admin configures it"));
        }
    }

    private static Refusal notValid() {
        return Refusal.invalid("token", "is unknown, was used or has expired");
    }
}
