package dev.guildhall.core.account;

import dev.guildhall.core.security.Permissions;
import dev.guildhall.ports.Role;
import dev.guildhall.ports.account.Account;
import dev.guildhall.ports.account.AccountStore;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import java.util.Set;

/** The accounts with the role admin: once there is one, one always stays. */
public final class Admins {
    private final AccountStore accounts;
    private final Permissions permissions;

    public Admins(AccountStore accounts, Permissions permissions) {
        this.accounts = accounts;
        this.permissions = permissions;
    }

    /** Whether the account is an admin now: a disabled account is none. */
    boolean isAdmin(Account account) {
        return !account.rights().disabled() && permissions.rolesOf(account).contains(Role.ADMIN);
    }

    /** Whether there is no admin; in a transaction, until whose end that stays so. */
    boolean areMissing() {
        return accounts.lockAdmins(permissions.configuredAdmins()).isEmpty();
    }

    /** Refuses that this account stops being an admin when no other is left; in a transaction that has locked it. */
    void requireOther(Account leaving) {
        if (isAdmin(leaving)
                && accounts.lockAdmins(permissions.configuredAdmins()).equals(Set.of(leaving.id()))) {
            throw new Refusal(new CommonProblem.Conflict(
                    "this is the last admin of the installation; give another user the role admin before"));
        }
    }

    static void requireEnabled(Account account) {
        if (account.rights().disabled()) {
            throw new Refusal(new CommonProblem.Forbidden("the account is disabled"));
        }
    }
}
