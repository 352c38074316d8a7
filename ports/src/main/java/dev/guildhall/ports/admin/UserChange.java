package dev.guildhall.ports.admin;

import dev.guildhall.ports.Budget;
import dev.guildhall.ports.Change;
import dev.guildhall.ports.Role;
import java.util.Optional;
import java.util.Set;

/**
 * A change of what administrators decide about a user.
 *
 * @param disabled whether the account is disabled from now on; absent leaves it
 * @param roles all roles that the account has from now on, {@link Role#USER} whether it is in the set or not; absent
 *     leaves them
 * @param budget what the user's use of models may cost
 */
public record UserChange(Optional<Boolean> disabled, Optional<Set<Role>> roles, Change<Budget> budget) {
    public UserChange {
        roles = roles.map(Set::copyOf);
    }
}
