package dev.guildhall.core.security;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.OptionalLong;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Codes of authenticator applications: six digits for each 30 seconds, HMAC-SHA-1 (RFC 6238). */
public final class Totp {
    /** The bytes of a secret: 160 bits, as RFC 4226 recommends. */
    public static final int SECRET_BYTES = 20;

    private static final int STEP_SECONDS = 30;
    private static final int MODULUS = 1_000_000;
    private static final String HMAC = "HmacSHA1";

    private Totp() {}

    /** The code of a step of time. */
    public static String code(byte[] secret, long step) {
        byte[] hash = hmac(secret, ByteBuffer.allocate(Long.BYTES).putLong(step).array());
        int offset = hash[hash.length - 1] & 0xF;
        int value = ByteBuffer.wrap(hash).getInt(offset) & Integer.MAX_VALUE;
        return "%06d".formatted(value % MODULUS);
    }

    private static byte[] hmac(byte[] secret, byte[] message) {
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(new SecretKeySpec(secret, HMAC));
            return mac.doFinal(message);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every JDK has " + HMAC, impossible);
        }
    }

    /** The step of time at a moment. */
    public static long step(Instant at) {
        return Math.floorDiv(at.getEpochSecond(), (long) STEP_SECONDS);
    }

    /** The step of time that a code belongs to: that of the moment, the one before or the one after; empty for a wrong code. */
    public static OptionalLong stepOf(byte[] secret, String code, Instant at) {
        OptionalLong found = OptionalLong.empty();
        for (long step = step(at) - 1; step <= step(at) + 1; step++) {
            // Compares with all: the time must not reveal which one is near.
            if (MessageDigest.isEqual(bytes(code(secret, step)), bytes(code))) {
                found = OptionalLong.of(step);
            }
        }
        return found;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
