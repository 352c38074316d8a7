package dev.guildhall.ports.run;

import dev.guildhall.ports.problem.Refusal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * The SHA-256 digest of content, which identifies it in the {@link BlobStore}.
 *
 * @param value 64 lower-case hexadecimal digits
 */
public record Sha256(String value) {
    private static final Pattern FORM = Pattern.compile("[0-9a-f]{64}");

    /** @throws Refusal with {@code CommonProblem.Invalid} when the value has another form */
    public Sha256 {
        if (!FORM.matcher(value).matches()) {
            throw Refusal.invalid("sha256", "must be 64 lower-case hexadecimal digits");
        }
    }

    /** The digest of a text in UTF-8. */
    public static Sha256 of(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    /** The digest of bytes. */
    public static Sha256 of(byte[] content) {
        return of(start(), content);
    }

    /**
     * Starts a digest of content that comes in parts: update it with all parts but the last, and pass the last to
     * {@link #of(MessageDigest, byte[])}.
     */
    public static MessageDigest start() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every JDK has SHA-256", impossible);
        }
    }

    /** Ends a digest that was {@linkplain #start started}. */
    public static Sha256 of(MessageDigest digest, byte[] last) {
        return new Sha256(HexFormat.of().formatHex(digest.digest(last)));
    }
}
