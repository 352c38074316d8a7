package dev.guildhall.core.account;

import dev.guildhall.core.config.GroupLimits;
import dev.guildhall.core.security.Permissions;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.IdSource;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.Account;
import dev.guildhall.ports.account.DisplayName;
import dev.guildhall.ports.account.Email;
import dev.guildhall.ports.group.Group;
import dev.guildhall.ports.group.GroupId;
import dev.guildhall.ports.profile.Profile;
import dev.guildhall.ports.storage.Stores;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/**
 * The accounts that the API keys of groups act as (keys-8). Such an account has no password, no identity
 * and an address that receives no mail, so that no user can sign in to it, and it is no member of the group. It is
 * created with the first key of its group, and erased with the group: so a key stays when the member who made it leaves.
 * Several locks are taken in the order groups, service accounts. Used inside transactions.
 */
public final class ServiceAccounts {
    /** A reserved domain (RFC 2606). */
    private static final String DOMAIN = "@service.invalid";

    private final InstantSource clock;
    private final IdSource ids;
    private final Stores stores;
    private final GroupMembers members;
    private final Permissions permissions;

    public ServiceAccounts(SessionService.Sources sources, Stores stores, Permissions permissions, GroupLimits limits) {
        this.clock = sources.clock();
        this.ids = sources.ids();
        this.stores = stores;
        this.members = new GroupMembers(ids, stores, limits);
        this.permissions = permissions;
    }

    /** The account of a group of which the caller must be an owner; it is created when the group has none. */
    UserId locked(Caller.User caller, GroupId id) {
        permissions.requireKeys(members.locked(caller, id).role());
        return stores.groups().serviceAccount(id).orElseGet(() -> create(id));
    }

    /** The account of a group of which the caller must be an owner; empty when the group has none. */
    Optional<UserId> find(Caller.User caller, GroupId id) {
        permissions.requireKeys(members.locked(caller, id).role());
        return stores.groups().serviceAccount(id);
    }

    /**
     * Whether that is the account of a group that the caller sees; then the caller must be one of its owners, and the
     * group stays locked.
     */
    boolean manages(Caller.User caller, UserId account) {
        Optional<GroupId> group = stores.groups().ofServiceAccount(account).filter(id -> members.sees(caller, id));
        group.ifPresent(id -> permissions.requireKeys(members.locked(caller, id).role()));
        return group.isPresent();
    }

    private UserId create(GroupId id) {
        Group group = stores.groups().find(id).orElseThrow(GroupMembers::noSuchGroup);
        Instant now = clock.instant();
        UserId userId = new UserId(ids.next("usr"));
        ProfileId profileId = new ProfileId(ids.next("prf"));
        Email email = new Email(userId.value() + DOMAIN);
        stores.accounts().add(new Account(userId, Optional.of(email), false, Optional.empty(), profileId, now));
        DisplayName name = new DisplayName(group.name().value());
        stores.profiles().add(new Profile(profileId, userId, name, Optional.empty(), now));
        stores.groups().setServiceAccount(id, userId);
        return userId;
    }

    /** Erases the account of a group that is locked, with its keys and all data about it. */
    static void erase(Stores stores, GroupId id) {
        stores.groups().serviceAccount(id).ifPresent(stores::removeAccount);
    }
}
