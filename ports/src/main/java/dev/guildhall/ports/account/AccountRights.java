package dev.guildhall.ports.account;

import dev.guildhall.ports.Budget;
import dev.guildhall.ports.Role;
import java.util.Optional;
import java.util.Set;

/**
 * What the administrators have decided about an account (accounts-11, keys-15).
 *
 * @param disabled whether the account is disabled: it has no sessions and its keys do not work
 * @param roles the roles that an administrator gave it, beside {@link Role#USER}, which every account has, and the one
 *     that the configuration gives
 * @param budget what its use of models may cost; absent means that there is no limit
 */
public record AccountRights(boolean disabled, Set<Role> roles, Optional<Budget> budget) {
    /** Those of a new account. */
    public static final AccountRights DEFAULT = new AccountRights(false, Set.of(), Optional.empty());

    /** Those of a new account with the role {@code admin}: by the setup token or by an invitation. */
    public static final AccountRights ADMIN = new AccountRights(false, Set.of(Role.ADMIN), Optional.empty());

    public AccountRights {
        roles = Set.copyOf(roles);
    }
}
