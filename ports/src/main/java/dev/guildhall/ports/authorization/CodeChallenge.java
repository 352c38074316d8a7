package dev.guildhall.ports.authorization;

import dev.guildhall.ports.problem.Refusal;
import java.util.regex.Pattern;

/**
 * The digest of the secret with which a client will redeem its code (RFC 7636, method S256).
 *
 * @param value SHA-256 in base64url without padding, 43 characters
 */
public record CodeChallenge(String value) {
    private static final Pattern S256 = Pattern.compile("[A-Za-z0-9_-]{43}");

    public CodeChallenge {
        if (!S256.matcher(value).matches()) {
            throw Refusal.invalid("code_challenge", "must be SHA-256 of the verifier in base64url, 43 characters");
        }
    }
}
