package dev.guildhall.ports.oauth;

import dev.guildhall.ports.account.DisplayName;
import dev.guildhall.ports.account.Email;
import java.util.Optional;

/**
 * The user who signed in, as the provider describes them.
 *
 * @param key identifies the user
 * @param email absent when the provider names none, or none that this server accepts
 * @param emailVerified whether the provider has verified the address; false without an address
 * @param name the user's name at the provider; absent when it names none that can be shown
 */
public record ExternalIdentity(
        IdentityKey key, Optional<Email> email, boolean emailVerified, Optional<DisplayName> name) {
    public ExternalIdentity {
        emailVerified = emailVerified && email.isPresent();
    }

    /** The address, when the provider has verified it. */
    public Optional<Email> verifiedEmail() {
        return email.filter(address -> emailVerified);
    }
}
