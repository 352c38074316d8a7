package dev.guildhall.core.account;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Role;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.Account;
import dev.guildhall.ports.account.Email;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import java.util.List;
import java.util.Set;

/** The only table of who may do what (contract 0, who may see what). Immutable. */
public final class Permissions {
    private final Set<Email> adminEmails;

    public Permissions(Set<Email> adminEmails) {
        this.adminEmails = Set.copyOf(adminEmails);
    }

    /** What an account may do in the whole installation, {@code user} first. */
    public List<Role> rolesOf(Account account) {
        return adminEmails.contains(account.email()) ? List.of(Role.USER, Role.ADMIN) : List.of(Role.USER);
    }

    /** Whether the caller sees what belongs to that user. */
    public boolean sees(Caller.User caller, UserId owner) {
        return caller.isAdmin() || caller.userId().equals(owner);
    }

    /** Refuses a request that names another user, unless the caller is an admin. */
    public void requireSelf(Caller.User caller, UserId named) {
        if (!sees(caller, named)) {
            throw new Refusal(new CommonProblem.Forbidden("userId: is not the caller's"));
        }
    }
}
