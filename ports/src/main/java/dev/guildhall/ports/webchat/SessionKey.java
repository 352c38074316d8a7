package dev.guildhall.ports.webchat;

import dev.guildhall.ports.SecretSource;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;

/**
 * The secret in the cookie of a browser session.
 *
 * @param value as the browser sent it; nothing is validated, an unknown value is treated as a wrong one
 */
public record SessionKey(String value) {
    private static final int BYTES = 32;

    /** A new key of 256 random bits. */
    public static SessionKey make(SecretSource secrets) {
        return new SessionKey(Base64.getUrlEncoder().withoutPadding().encodeToString(secrets.bytes(BYTES)));
    }

    /** The stored form of the key: SHA-256 in lower-case hexadecimal digits. */
    public String hash() {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(value.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every JDK has SHA-256", impossible);
        }
    }

    @Override
    public String toString() {
        return "SessionKey[…]";
    }
}
