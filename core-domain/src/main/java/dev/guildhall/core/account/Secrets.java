package dev.guildhall.core.account;

import dev.guildhall.ports.SecretSource;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;

/** Random texts, and what is kept of them. Thread-safe. */
final class Secrets {
    private static final int BYTES = 32;

    private final SecretSource source;

    Secrets(SecretSource source) {
        this.source = source;
    }

    /** 256 bits in base64url, 43 characters. */
    String fresh() {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(source.bytes(BYTES));
    }

    /** SHA-256 in lower-case hexadecimal. The texts are random, so a plain digest keeps them safe. */
    static String hash(String secret) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(secret.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every JDK has SHA-256", impossible);
        }
    }
}
