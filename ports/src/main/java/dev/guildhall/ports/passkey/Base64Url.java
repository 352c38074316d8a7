package dev.guildhall.ports.passkey;

import dev.guildhall.ports.problem.Refusal;
import java.util.Base64;

/**
 * Bytes as WebAuthn's JSON has them.
 *
 * @param value base64url without padding, in the one spelling that the bytes have
 */
public record Base64Url(String value) {
    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

    public Base64Url {
        if (!of(decoded(value)).equals(value)) {
            throw malformed();
        }
    }

    /** The text of these bytes. */
    public Base64Url(byte[] bytes) {
        this(of(bytes));
    }

    /**
     * Reads bytes that a client has sent.
     *
     * @param most how many there may be at most
     * @throws Refusal with {@code CommonProblem.Invalid} that names {@code value} for other text, no bytes and more bytes
     */
    public static Base64Url parse(String text, int most) {
        if (text.isEmpty()) {
            throw Refusal.invalid("value", "must not be empty");
        }
        if (text.length() > of(new byte[most]).length()) {
            throw Refusal.invalid("value", "must have at most " + most + " bytes");
        }
        return new Base64Url(text);
    }

    /** The bytes. */
    public byte[] bytes() {
        return decoded(value);
    }

    private static String of(byte[] bytes) {
        return ENCODER.encodeToString(bytes);
    }

    private static byte[] decoded(String value) {
        try {
            return Base64.getUrlDecoder().decode(value);
        } catch (IllegalArgumentException other) {
            throw malformed();
        }
    }

    private static Refusal malformed() {
        return Refusal.invalid("value", "must be base64url without padding");
    }
}
