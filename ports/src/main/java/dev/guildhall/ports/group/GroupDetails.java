package dev.guildhall.ports.group;

import dev.guildhall.ports.Budget;
import dev.guildhall.ports.BudgetUse;
import dev.guildhall.ports.UserId;
import java.util.List;
import java.util.Optional;

/**
 * A group with what belongs to it.
 *
 * @param group the group
 * @param role the strongest role that a profile of the caller has in it; absent for an admin of the installation who is
 *     no member
 * @param memberCount how many members it has, including owners and admins; 1 to 1000
 * @param account the account that the API keys of the group act as (keys-8), to which an admin gives a budget; absent
 *     until the group has its first key
 * @param budget what that account may spend; absent without a limit
 * @param budgetUse what it has spent of the budget in this period; present when {@code budget} is
 * @param models the names of the enabled models that are limited to the group, among others maybe, in their order (models-34)
 */
public record GroupDetails(
        Group group,
        Optional<GroupRole> role,
        int memberCount,
        Optional<UserId> account,
        Optional<Budget> budget,
        Optional<BudgetUse> budgetUse,
        List<String> models) {
    public GroupDetails {
        models = List.copyOf(models);
    }
}
