package dev.guildhall.ports.passkey;

import java.util.Set;

/**
 * Whom passkeys are made for: the installation, by its public address.
 *
 * @param id the name of the host, to which browsers bind passkeys; never an address of IP, which browsers refuse
 * @param origins of the pages that may use them, such as {@code https://guildhall.example}; at least one
 */
public record RelyingParty(String id, Set<String> origins) {
    public RelyingParty {
        origins = Set.copyOf(origins);
    }
}
