package dev.guildhall.ports.account;

import java.util.Optional;

/**
 * A request to register an account.
 *
 * @param email the address to sign in with
 * @param password the password to sign in with
 * @param displayName absent means the part of the address before the {@code @}
 * @param setupToken makes the account the first admin of the installation; absent for all other accounts
 * @param invitation permits the registration where not every person may register; absent without an invitation
 */
public record Registration(
        Email email,
        Password password,
        Optional<DisplayName> displayName,
        Optional<SetupToken> setupToken,
        Optional<InvitationToken> invitation) {
    /** A registration without a setup token and an invitation. */
    public Registration(Email email, Password password, Optional<DisplayName> displayName) {
        this(email, password, displayName, Optional.empty(), Optional.empty());
    }

    /** A registration without a display name. */
    public static Registration of(String email, String password) {
        return new Registration(new Email(email), new Password(password), Optional.empty());
    }
}
