package dev.guildhall.core.account;

import dev.guildhall.core.budget.Budgets;
import dev.guildhall.core.security.Permissions;
import dev.guildhall.ports.Budget;
import dev.guildhall.ports.BudgetUse;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Change;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.Role;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.Account;
import dev.guildhall.ports.account.AccountOverview;
import dev.guildhall.ports.account.AccountRights;
import dev.guildhall.ports.account.Email;
import dev.guildhall.ports.admin.Administration;
import dev.guildhall.ports.admin.ManagedUser;
import dev.guildhall.ports.admin.UserChange;
import dev.guildhall.ports.audit.AuditAction;
import dev.guildhall.ports.audit.AuditEntry;
import dev.guildhall.ports.audit.AuditFilter;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.task.NodeDetails;
import dev.guildhall.ports.usage.Spender;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

public final class AdministrationService implements Administration {
    private final Stores stores;
    private final AdminJournal journal;
    private final Permissions permissions;
    private final Admins admins;
    private final SessionService sessions;
    private final ApiKeyService apiKeys;
    private final Budgets budgets;
    private final GroupSuccession succession;

    public AdministrationService(
            Stores stores,
            AuditJournal journal,
            Permissions permissions,
            Admins admins,
            SessionService sessions,
            ApiKeyService apiKeys,
            Budgets budgets,
            GroupSuccession succession) {
        this.stores = stores;
        this.journal = new AdminJournal(journal);
        this.permissions = permissions;
        this.admins = admins;
        this.sessions = sessions;
        this.apiKeys = apiKeys;
        this.budgets = budgets;
        this.succession = succession;
    }

    @Override
    public Page<ManagedUser> users(Caller caller, Optional<String> text, PageRequest page) {
        requireAdmin(caller);
        Page<AccountOverview> found = stores.accounts().search(text, page);
        Map<Spender, BudgetUse> uses = uses(found.items());
        return found.map(overview -> managed(overview, uses));
    }

    @Override
    public ManagedUser user(Caller caller, UserId id) {
        requireAdmin(caller);
        AccountOverview found = stores.accounts().overview(id).orElseThrow(AdministrationService::noUser);
        return managed(found, uses(List.of(found)));
    }

    @Override
    public ManagedUser change(Caller caller, UserId id, UserChange change) {
        Caller.User admin = caller.requireSession();
        permissions.requireAdmin(admin);
        requireCurrency(change.budget());
        if (stores.transactions().inTransaction(() -> disables(admin, id, change))) {
            apiKeys.forget();
            sessions.forget(id, ActiveCalls.ACCOUNT_DISABLED);
        }
        sessions.changed(id);
        return user(caller, id);
    }

    @Override
    public void delete(Caller caller, UserId id) {
        Caller.User admin = caller.requireSession();
        permissions.requireAdmin(admin);
        stores.transactions().run(() -> {
            Account account = stores.accounts().lock(id).orElseThrow(AdministrationService::noUser);
            if (stores.groups().ofServiceAccount(id).isPresent()) {
                throw new Refusal(new CommonProblem.Conflict("the account of a group is erased with its group"));
            }
            admins.requireOther(account);
            succession.leaveAll(id);
            journal.note(admin, id, AuditAction.ACCOUNT_DELETED, Map.of());
            stores.removeAccount(id);
        });
        apiKeys.forget();
        sessions.forget(id, ActiveCalls.ACCOUNT_ERASED);
    }

    /** Stores the change; true when it ended the sessions and keys of the account, since it disabled it. */
    private boolean disables(Caller.User admin, UserId id, UserChange change) {
        Account account = stores.accounts().lock(id).orElseThrow(AdministrationService::noUser);
        AccountRights rights = next(account, change);
        Account next = account.withRights(rights);
        if (admins.isAdmin(account) && !admins.isAdmin(next)) {
            admins.requireOther(account);
        }
        stores.accounts().setRights(id, rights);
        journal.note(admin, account, next);
        boolean disables = rights.disabled() && !account.rights().disabled();
        if (disables) {
            stores.authorizedCodes().removeOf(id);
            sessions.endAll(id);
            apiKeys.endAll(id);
        }
        return disables;
    }

    private AccountRights next(Account account, UserChange change) {
        AccountRights before = account.rights();
        change.roles().ifPresent(roles -> requirePossible(account, roles.contains(Role.ADMIN)));
        boolean admin = change.roles().orElse(before.roles()).contains(Role.ADMIN);
        return new AccountRights(
                change.disabled().orElse(before.disabled()),
                admin ? Set.of(Role.ADMIN) : Set.of(),
                change.budget().applyTo(before.budget()));
    }

    private void requirePossible(Account account, boolean admin) {
        if (admin && stores.groups().ofServiceAccount(account.id()).isPresent()) {
            throw new Refusal(new CommonProblem.Conflict("the account of a group cannot have the role admin"));
        }
        if (!admin && permissions.isConfiguredAdmin(account)) {
            throw new Refusal(new CommonProblem.Conflict(
                    "GUILDHALL_ADMIN_EMAILS gives this account the role admin; only a change of that setting"
                            + " takes it"));
        }
    }

    private void requireCurrency(Change<Budget> change) {
        if (change instanceof Change.Replaced<Budget>(Budget budget)) {
            budgets.requireCurrency(budget, "budget");
        }
    }

    @Override
    public Map<UserId, Email> emails(Caller caller, Collection<UserId> ids) {
        requireAdmin(caller);
        return stores.accounts().emails(ids);
    }

    @Override
    public Page<AuditEntry> audit(Caller caller, AuditFilter filter, PageRequest page) {
        requireAdmin(caller);
        return stores.audit().find(filter, page);
    }

    @Override
    public List<NodeDetails> nodes(Caller caller) {
        requireAdmin(caller);
        return stores.tasks().nodes();
    }

    @Override
    public boolean awaitsFirstAdmin(Caller caller) {
        return permissions.configuredAdmins().isEmpty() && !stores.accounts().hasAdmin();
    }

    private void requireAdmin(Caller caller) {
        permissions.requireAdmin(caller.requireUser());
    }

    private Map<Spender, BudgetUse> uses(List<AccountOverview> overviews) {
        Map<Spender, Budget> limited = new HashMap<>();
        overviews.stream()
                .map(AccountOverview::account)
                .forEach(account -> account.rights()
                        .budget()
                        .ifPresent(budget -> limited.put(new Spender.Account(account.id()), budget)));
        return budgets.uses(limited);
    }

    private ManagedUser managed(AccountOverview overview, Map<Spender, BudgetUse> uses) {
        Account account = overview.account();
        return new ManagedUser(
                overview,
                permissions.rolesOf(account),
                Optional.ofNullable(uses.get(new Spender.Account(account.id()))));
    }

    private static Refusal noUser() {
        return new Refusal(new CommonProblem.NotFound("user"));
    }
}
