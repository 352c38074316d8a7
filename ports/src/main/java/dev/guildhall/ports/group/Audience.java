package dev.guildhall.ports.group;

import dev.guildhall.ports.problem.Refusal;
import java.util.Optional;

/**
 * Who beside its owner sees and uses a thing that users share.
 *
 * @param everyone whether all users do
 * @param group the group whose members do; absent means no group, and always absent for everyone
 */
public record Audience(boolean everyone, Optional<GroupId> group) {
    /** The owner alone. */
    public static final Audience PRIVATE = new Audience(false, Optional.empty());

    /** All users. */
    public static final Audience EVERYONE = new Audience(true, Optional.empty());

    private static final String GROUP = "group:";

    public Audience {
        group = everyone ? Optional.empty() : group;
    }

    /** The members of a group. */
    public static Audience of(GroupId group) {
        return new Audience(false, Optional.of(group));
    }

    /** The form in JSON: {@code private}, {@code group:<id>} or {@code everyone}. */
    public String wireName() {
        return everyone ? "everyone" : group.map(id -> GROUP + id.value()).orElse("private");
    }

    /**
     * Reads the form in JSON.
     *
     * @throws Refusal with {@code CommonProblem.Invalid} naming {@code visibility}
     */
    public static Audience fromWire(String name) {
        if (name.equals(EVERYONE.wireName())) {
            return EVERYONE;
        }
        if (name.startsWith(GROUP) && name.length() > GROUP.length()) {
            return of(new GroupId(name.substring(GROUP.length())));
        }
        if (name.equals(PRIVATE.wireName())) {
            return PRIVATE;
        }
        throw Refusal.invalid("visibility", "must be private, group:<id> or everyone");
    }
}
