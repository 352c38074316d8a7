package dev.guildhall.ports;

import java.util.Locale;
import java.util.Optional;

/** What an account may do in the whole installation (accounts-11). */
public enum Role {
    /** Every account. */
    USER,
    /** Sees the resources of all users; the configuration names the admins. */
    ADMIN;

    /** The name in JSON and in tokens: {@code user}, {@code admin}. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The role of that name in JSON; empty when there is none. */
    public static Optional<Role> fromWire(String name) {
        for (Role role : values()) {
            if (role.wireName().equals(name)) {
                return Optional.of(role);
            }
        }
        return Optional.empty();
    }
}
