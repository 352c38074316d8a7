package dev.guildhall.ports.oauth;

import dev.guildhall.ports.Text;
import dev.guildhall.ports.problem.Refusal;

/**
 * What makes an identity one and the same for ever: addresses and names change, this does not.
 *
 * @param issuer who vouches for it, an address; 1 to 500 characters
 * @param subject what the issuer calls it, never used again for another; 1 to 255 characters, case matters
 */
public record IdentityKey(String issuer, String subject) {
    private static final int MAX_ISSUER = 500;
    private static final int MAX_SUBJECT = 255;

    public IdentityKey {
        requireExact("issuer", issuer, MAX_ISSUER);
        requireExact("subject", subject, MAX_SUBJECT);
    }

    /** Nothing is trimmed: two subjects that differ by a space are two people. */
    private static void requireExact(String field, String value, int max) {
        if (!Text.requireLine(field, value, 1, max).equals(value)) {
            throw Refusal.invalid(field, "must not begin or end with a space");
        }
    }
}
