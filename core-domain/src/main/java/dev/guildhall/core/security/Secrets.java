package dev.guildhall.core.security;

import dev.guildhall.ports.SecretSource;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Random texts, and their hashes. */
public final class Secrets {
    private static final int BYTES = 32;
    private static final String HMAC = "HmacSHA256";

    private final SecretSource source;

    public Secrets(SecretSource source) {
        this.source = source;
    }

    /** 256 bits in base64url, 43 characters. */
    public String fresh() {
        return text(source.bytes(BYTES));
    }

    /** SHA-256 in lower-case hexadecimal. The texts are random, so a plain digest is safe. */
    public static String hash(String secret) {
        return HexFormat.of().formatHex(sha256(secret));
    }

    /** SHA-256 in base64url: the challenge for a verifier (RFC 7636, method S256). */
    public static String challenge(String verifier) {
        return text(sha256(verifier));
    }

    private static byte[] sha256(String secret) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(secret.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every JDK has SHA-256", impossible);
        }
    }

    /** 256 bits in base64url that can be computed only from both values: the extraction step of HKDF (RFC 5869). */
    public static String derived(String secret, String salt) {
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(new SecretKeySpec(salt.getBytes(StandardCharsets.UTF_8), HMAC));
            return text(mac.doFinal(secret.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every JDK has " + HMAC, impossible);
        }
    }

    private static String text(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
