package dev.guildhall.ports.account;

import java.util.Optional;

/**
 * What a stranger gives to get an account.
 *
 * @param email the address to sign in with
 * @param password the password to sign in with
 * @param displayName absent means the part of the address before the {@code @}
 */
public record Registration(Email email, Password password, Optional<DisplayName> displayName) {
    /** A registration under the name that follows from the address. */
    public static Registration of(String email, String password) {
        return new Registration(new Email(email), new Password(password), Optional.empty());
    }
}
