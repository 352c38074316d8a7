package dev.guildhall.ports.admin;

import dev.guildhall.ports.Role;
import dev.guildhall.ports.account.AccountOverview;
import java.util.List;

/**
 * A user as administrators see it.
 *
 * @param overview the account
 * @param roles its roles, those of the configuration too, {@link Role#USER} first
 */
public record ManagedUser(AccountOverview overview, List<Role> roles) {
    public ManagedUser {
        roles = List.copyOf(roles);
    }
}
