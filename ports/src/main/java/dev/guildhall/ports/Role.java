package dev.guildhall.ports;

import java.util.Locale;
import java.util.Optional;

/** What an account may do in the whole installation (contract 1, roles of a user). */
public enum Role {
    /** Every account. */
    USER,
    /** Sees everybody's resources; named by configuration. */
    ADMIN;

    /** The name on the wire and in tokens: {@code user}, {@code admin}. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The role of that wire name; empty when there is none. */
    public static Optional<Role> fromWire(String name) {
        for (Role role : values()) {
            if (role.wireName().equals(name)) {
                return Optional.of(role);
            }
        }
        return Optional.empty();
    }
}
