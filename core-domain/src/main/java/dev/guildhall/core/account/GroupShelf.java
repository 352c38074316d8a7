package dev.guildhall.core.account;

import dev.guildhall.ports.Transactions;
import dev.guildhall.ports.account.GroupStore;
import dev.guildhall.ports.account.MembershipStore;
import dev.guildhall.ports.account.ProfileStore;

/**
 * What groups are kept in.
 *
 * @param transactions makes writes to all stores one
 * @param profiles who can be a member
 * @param groups the groups
 * @param members who is in them
 */
public record GroupShelf(
        Transactions transactions, ProfileStore profiles, GroupStore groups, MembershipStore members) {}
