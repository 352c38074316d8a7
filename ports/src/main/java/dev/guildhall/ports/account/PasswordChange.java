package dev.guildhall.ports.account;

import java.util.Optional;

/**
 * A request to replace the password of an account.
 *
 * @param current as typed; a text that cannot be a password is treated as a wrong one; absent for an account without a
 *     password
 * @param next the new one
 * @param revokeKeys whether the account's API keys end too
 */
public record PasswordChange(Optional<String> current, Password next, boolean revokeKeys) {
    /** Replaces an existing password. */
    public static PasswordChange of(String current, Password next) {
        return new PasswordChange(Optional.of(current), next, false);
    }

    /** Sets the first password of an account that signs in with a provider. */
    public static PasswordChange first(Password next) {
        return new PasswordChange(Optional.empty(), next, false);
    }

    @Override
    public String toString() {
        return "PasswordChange[…]";
    }
}
