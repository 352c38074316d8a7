package dev.guildhall.core.account;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.account.Account;
import dev.guildhall.ports.account.Email;
import dev.guildhall.ports.audit.AuditAction;
import dev.guildhall.ports.problem.AccountProblem;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.storage.AccountStores;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/**
 * Checks that the caller is the owner of the account, before an operation that a stolen access token must not permit:
 * by the password, or, for an account without one, by a sign-in within the last ten minutes.
 */
public final class Reauthentication {
    private static final Duration RECENT = Duration.ofMinutes(10);

    private final InstantSource clock;
    private final AccountStores stores;
    private final AuditJournal journal;
    private final PasswordCheck passwords;

    public Reauthentication(InstantSource clock, AccountStores stores, AuditJournal journal, PasswordCheck passwords) {
        this.clock = clock;
        this.stores = stores;
        this.journal = journal;
        this.passwords = passwords;
    }

    /**
     * The caller's account. An attempt with a password counts as an attempt to sign in; the field names it in the
     * request.
     */
    Account require(Caller.User user, String field, Optional<String> typed) {
        Account account = stores.accounts()
                .find(user.userId())
                .orElseThrow(() -> new Refusal(new CommonProblem.Unauthenticated("the account does not exist")));
        if (typed.isPresent()) {
            requirePassword(user, account, typed.get());
        } else if (account.passwordHash().isPresent()) {
            throw Refusal.invalid(field, "is required");
        } else {
            requireRecentSignIn(user);
        }
        return account;
    }

    private void requirePassword(Caller.User user, Account account, String typed) {
        PasswordCheck.Attempt attempt = new PasswordCheck.Attempt(
                account.email().map(Email::value).orElse(account.id().value()),
                user.sessionId().value(),
                true);
        if (!passwords.isRight(attempt, typed, account.passwordHash())) {
            stores.transactions().run(() -> journal.note(account.id(), AuditAction.SIGN_IN_FAILED, user.sessionId()));
            throw new Refusal(new AccountProblem.InvalidCredentials());
        }
    }

    private void requireRecentSignIn(Caller.User user) {
        boolean recent = stores.sessions()
                .find(user.sessionId())
                .filter(session -> session.createdAt().plus(RECENT).isAfter(clock.instant()))
                .isPresent();
        if (!recent) {
            throw new Refusal(new CommonProblem.Forbidden(
                    "the account has no password: sign in again, then this is allowed for ten minutes"));
        }
    }
}
