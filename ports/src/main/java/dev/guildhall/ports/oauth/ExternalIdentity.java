package dev.guildhall.ports.oauth;

import dev.guildhall.ports.account.DisplayName;
import dev.guildhall.ports.account.Email;
import java.util.Optional;

/**
 * Who signed in, as the provider tells it.
 *
 * @param key who it is
 * @param email absent when the provider tells none, or none that can be one of ours
 * @param emailVerified whether the provider has made sure that the address is theirs; false without an address
 * @param name what the provider calls them; absent when it tells none that can be shown
 */
public record ExternalIdentity(
        IdentityKey key, Optional<Email> email, boolean emailVerified, Optional<DisplayName> name) {
    public ExternalIdentity {
        emailVerified = emailVerified && email.isPresent();
    }

    /** The address, where the provider has made sure of it. */
    public Optional<Email> verifiedEmail() {
        return email.filter(address -> emailVerified);
    }
}
