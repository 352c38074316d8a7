package dev.guildhall.core.memory;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.text.Normalizer;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Identifies memories with the same words: differences of case, accent encoding, spaces and punctuation do not count.
 * Symbols count: C, C++ and C# are different words.
 */
public final class Fingerprint {
    private static final Pattern BETWEEN_WORDS = Pattern.compile("[^\\p{L}\\p{M}\\p{N}\\p{S}#%&@]+");

    private Fingerprint() {}

    /** 64 hexadecimal digits. */
    public static String of(String text) {
        String words = BETWEEN_WORDS
                .matcher(Normalizer.normalize(text, Normalizer.Form.NFKC).toLowerCase(Locale.ROOT))
                .replaceAll(" ")
                .strip();
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(digest.digest(words.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
