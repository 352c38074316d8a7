package dev.guildhall.ports.oauth;

import dev.guildhall.ports.Text;
import dev.guildhall.ports.problem.Refusal;

/**
 * Identifies an identity at a provider permanently: addresses and names change, this does not.
 *
 * @param issuer the issuer's address; 1 to 500 characters
 * @param subject the issuer's name for the identity, never used again for another; 1 to 255 characters, case-sensitive
 */
public record IdentityKey(String issuer, String subject) {
    private static final int MAX_ISSUER = 500;
    private static final int MAX_SUBJECT = 255;

    public IdentityKey {
        requireExact("issuer", issuer, MAX_ISSUER);
        requireExact("subject", subject, MAX_SUBJECT);
    }

    /** Nothing is trimmed: two subjects that differ by a space are two identities. */
    private static void requireExact(String field, String value, int max) {
        if (!Text.requireLine(field, value, 1, max).equals(value)) {
            throw Refusal.invalid(field, "must not begin or end with a space");
        }
    }
}
