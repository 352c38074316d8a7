package dev.guildhall.ports.admin;

import dev.guildhall.ports.BudgetUse;
import dev.guildhall.ports.Role;
import dev.guildhall.ports.account.AccountOverview;
import java.util.List;
import java.util.Optional;

/**
 * A user as administrators see it.
 *
 * @param overview the account
 * @param roles its roles, those of the configuration too, {@link Role#USER} first
 * @param budget what was used of its budget; absent when it has none
 */
public record ManagedUser(AccountOverview overview, List<Role> roles, Optional<BudgetUse> budget) {
    public ManagedUser {
        roles = List.copyOf(roles);
    }
}
