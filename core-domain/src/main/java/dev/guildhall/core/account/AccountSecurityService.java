package dev.guildhall.core.account;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.SessionId;
import dev.guildhall.ports.account.Account;
import dev.guildhall.ports.account.AccountStore;
import dev.guildhall.ports.account.PasswordChange;
import dev.guildhall.ports.account.PasswordHash;
import dev.guildhall.ports.audit.AuditAction;
import dev.guildhall.ports.audit.AuditDetail;
import dev.guildhall.ports.problem.AccountProblem;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.session.AccountSecurity;
import dev.guildhall.ports.session.OwnSession;
import dev.guildhall.ports.storage.Stores;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Sessions, password and deletion of an account, for its owner. Passwords are hashed outside of transactions. */
public final class AccountSecurityService implements AccountSecurity {
    private final Stores stores;
    private final AuditJournal journal;
    private final PasswordCheck passwords;
    private final Reauthentication reauthentication;
    private final SessionService sessions;
    private final ApiKeyService apiKeys;
    private final GroupSuccession succession;
    private final Admins admins;

    public AccountSecurityService(
            Stores stores,
            AuditJournal journal,
            PasswordCheck passwords,
            Reauthentication reauthentication,
            SessionService sessions,
            ApiKeyService apiKeys,
            GroupSuccession succession,
            Admins admins) {
        this.stores = stores;
        this.journal = journal;
        this.passwords = passwords;
        this.reauthentication = reauthentication;
        this.sessions = sessions;
        this.apiKeys = apiKeys;
        this.succession = succession;
        this.admins = admins;
    }

    @Override
    public Page<OwnSession> sessions(Caller caller, PageRequest page) {
        List<OwnSession> all = sessions.ofUser(caller.requireSession());
        return Page.newestFirst(all, page, own -> own.session().id());
    }

    @Override
    public void endSession(Caller caller, SessionId id) {
        if (!sessions.endOwn(caller.requireSession(), id)) {
            throw new Refusal(new CommonProblem.NotFound("session"));
        }
    }

    @Override
    public void changePassword(Caller caller, PasswordChange change) {
        Caller.User user = caller.requireSession();
        Account account = reauthentication.require(user, "currentPassword", change.current());
        PasswordHash next = passwords.hash(change.next());
        List<SessionId> ended = stores.transactions().inTransaction(() -> {
            if (!accounts().lock(account.id()).flatMap(Account::passwordHash).equals(account.passwordHash())) {
                throw new Refusal(new AccountProblem.InvalidCredentials());
            }
            accounts().setPasswordHash(account.id(), next);
            stores.authorizedCodes().removeOf(account.id());
            List<SessionId> others = sessions.endOthers(user);
            List<SessionId> keys = change.revokeKeys() ? apiKeys.endAll(account.id()) : List.of();
            journal.note(
                    account.id(),
                    AuditAction.PASSWORD_CHANGED,
                    Map.of(
                            AuditDetail.SESSION_ID, user.sessionId().value(),
                            AuditDetail.SESSIONS_ENDED, String.valueOf(others.size()),
                            AuditDetail.KEYS_ENDED, String.valueOf(keys.size())));
            return Stream.concat(others.stream(), keys.stream()).toList();
        });
        apiKeys.forget();
        sessions.forget(ended);
    }

    @Override
    public void deleteAccount(Caller caller, Optional<String> password) {
        Caller.User user = caller.requireSession();
        Account account = reauthentication.require(user, "password", password);
        stores.transactions().run(() -> {
            accounts().lock(account.id()).ifPresent(admins::requireOther);
            succession.leaveAll(account.id());
            stores.removeAccount(account.id());
        });
        apiKeys.forget();
        sessions.forget(account.id(), ActiveCalls.ACCOUNT_ERASED);
    }

    private AccountStore accounts() {
        return stores.accounts();
    }
}
