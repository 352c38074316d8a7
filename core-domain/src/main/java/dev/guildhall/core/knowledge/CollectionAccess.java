package dev.guildhall.core.knowledge;

import dev.guildhall.core.security.Permissions;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.group.Audience;
import dev.guildhall.ports.group.GroupId;
import dev.guildhall.ports.knowledge.CollectionId;
import dev.guildhall.ports.knowledge.KnowledgeCollection;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.profile.Profile;
import dev.guildhall.ports.storage.Stores;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Who reads and who changes a collection (knowledge-2). The rights are those of the moment of each call. */
public final class CollectionAccess {
    private final Stores stores;
    private final Permissions permissions;

    public CollectionAccess(Stores stores, Permissions permissions) {
        this.stores = stores;
        this.permissions = permissions;
    }

    private List<ProfileId> profilesOf(Caller.User user) {
        return stores.profiles().ofUser(user.userId()).stream().map(Profile::id).toList();
    }

    /** The groups that any profile of the user is in; the account of a group is in it. */
    List<GroupId> groupsOf(Caller.User user) {
        return Stream.concat(
                        profilesOf(user).stream().flatMap(profile -> stores.memberships().groupsOf(profile).stream()),
                        stores.groups().ofServiceAccount(user.userId()).stream())
                .distinct()
                .toList();
    }

    private boolean isIn(Caller.User user, GroupId group) {
        return stores.memberships().hasAny(group, profilesOf(user))
                || stores.groups()
                        .ofServiceAccount(user.userId())
                        .filter(group::equals)
                        .isPresent();
    }

    private Optional<KnowledgeCollection> found(Caller.User user, CollectionId id) {
        return stores.knowledge().find(id).filter(collection -> reads(user, collection));
    }

    private boolean reads(Caller.User user, KnowledgeCollection collection) {
        return permissions.sees(user, collection.owner())
                || collection.audience().everyone()
                || collection.audience().group().stream().anyMatch(group -> isIn(user, group));
    }

    /** Whether the user reads the collection; not when there is none. */
    public boolean reads(Caller.User user, CollectionId id) {
        return found(user, id).isPresent();
    }

    /** The collection, which the user reads. */
    KnowledgeCollection readable(Caller.User user, CollectionId id) {
        return found(user, id)
                .orElseThrow(() -> new Refusal(new CommonProblem.NotFound("collection", Optional.of(id.value()))));
    }

    /** The collection, which the user may change. */
    KnowledgeCollection changeable(Caller.User user, CollectionId id) {
        KnowledgeCollection collection = readable(user, id);
        if (!collection.owner().equals(user.userId())) {
            throw new Refusal(new CommonProblem.Forbidden("only the owner of the collection may do this"));
        }
        return collection;
    }

    /** Refuses an audience that the user may not choose. */
    void requireAudience(Caller.User user, Audience audience) {
        if (audience.everyone()) {
            permissions.requireAdmin(user);
        }
        audience.group().ifPresent(group -> {
            boolean sees = isIn(user, group)
                    || (user.isAdmin() && stores.groups().find(group).isPresent());
            if (!sees) {
                throw new Refusal(new CommonProblem.NotFound("group"));
            }
        });
    }
}
