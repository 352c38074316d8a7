package dev.guildhall.integrations.builtin;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** {@code builtin.hash}: digests, which a model cannot compute. */
final class Hash {
    private static final int MAX_CHARACTERS = 1_000_000;
    private static final String TEXT = "text";
    private static final String ALGORITHM = "algorithm";
    private static final List<String> ALGORITHMS = List.of("SHA-256", "SHA-512", "SHA-1", "MD5");

    private Hash() {}

    static BuiltinTool tool() {
        return BuiltinTool.of(
                "hash",
                "Works out the digest of a text (its UTF-8 bytes) and answers with it in hexadecimal. Use it whenever a"
                        + " checksum is asked for: it cannot be guessed.",
                Parameters.object(
                        List.of(TEXT),
                        TEXT,
                        Parameters.text("What to digest.", MAX_CHARACTERS),
                        ALGORITHM,
                        Parameters.choice("SHA-1 and MD5 only to compare with what others made.", ALGORITHMS)),
                Hash::digest);
    }

    private static Map<String, Object> digest(BuiltinArguments arguments) {
        String algorithm = arguments.optionalText(ALGORITHM).orElse(ALGORITHMS.getFirst());
        byte[] bytes = arguments.text(TEXT).getBytes(StandardCharsets.UTF_8);
        try {
            byte[] digest = MessageDigest.getInstance(algorithm).digest(bytes);
            return Parameters.inOrder(
                    ALGORITHM, algorithm, "hex", HexFormat.of().formatHex(digest));
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException("every JDK has this digest", missing);
        }
    }
}
