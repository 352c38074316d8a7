package dev.guildhall.ports.group;

import java.util.Locale;
import java.util.Optional;

/**
 * What a profile may do in a group (accounts-31); {@link Groups} has the table. The strongest role is
 * first.
 */
public enum GroupRole {
    /** Does everything. Every group has at least one. */
    OWNER,
    /** Manages members and admins. */
    ADMIN,
    /** Sees the members. */
    MEMBER;

    /** The name in JSON: {@code owner}, {@code admin}, {@code member}. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The role of that name in JSON; empty when there is none. */
    public static Optional<GroupRole> fromWire(String name) {
        for (GroupRole role : values()) {
            if (role.wireName().equals(name)) {
                return Optional.of(role);
            }
        }
        return Optional.empty();
    }
}
