package dev.guildhall.ports.account;

import java.util.Optional;

/**
 * A new password in place of the present one.
 *
 * @param current as typed, what cannot be a password of ours is simply wrong; absent for an account that has none
 * @param next the new one
 */
public record PasswordChange(Optional<String> current, Password next) {
    /** In place of one that there is. */
    public static PasswordChange of(String current, Password next) {
        return new PasswordChange(Optional.of(current), next);
    }

    /** The first password of an account that signs in with a provider. */
    public static PasswordChange first(Password next) {
        return new PasswordChange(Optional.empty(), next);
    }

    @Override
    public String toString() {
        return "PasswordChange[…]";
    }
}
