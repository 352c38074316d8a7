package dev.guildhall.ports.account;

import java.util.Optional;

/**
 * A request to register an account.
 *
 * @param email the address to sign in with
 * @param password the password to sign in with
 * @param displayName absent means the part of the address before the {@code @}
 */
public record Registration(Email email, Password password, Optional<DisplayName> displayName) {
    /** A registration without a display name. */
    public static Registration of(String email, String password) {
        return new Registration(new Email(email), new Password(password), Optional.empty());
    }
}
