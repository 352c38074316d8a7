package dev.guildhall.integrations.builtin;

import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.ToolSource;
import dev.guildhall.ports.tool.ToolSpec;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** {@code builtin.hash}: digests, which no model can work out. Thread-safe. */
final class Hash implements BuiltinTool {
    private static final int MAX_CHARACTERS = 1_000_000;
    private static final String TEXT = "text";
    private static final String ALGORITHM = "algorithm";
    private static final List<String> ALGORITHMS = List.of("SHA-256", "SHA-512", "SHA-1", "MD5");
    private static final ToolSpec SPEC = new ToolSpec(
            new ToolName("builtin.hash"),
            "Works out the digest of a text (its UTF-8 bytes) and answers with it in hexadecimal. Use it whenever a"
                    + " checksum is asked for: it cannot be guessed.",
            Parameters.object(
                    List.of(TEXT),
                    TEXT,
                    Parameters.text("What to digest.", MAX_CHARACTERS),
                    ALGORITHM,
                    Parameters.choice("SHA-1 and MD5 only to compare with what others made.", ALGORITHMS)),
            ToolSource.BUILTIN);

    @Override
    public ToolSpec spec() {
        return SPEC;
    }

    @Override
    public Map<String, Object> run(BuiltinArguments arguments) {
        String algorithm = arguments.choice(ALGORITHM, ALGORITHMS);
        byte[] bytes = arguments.text(TEXT, MAX_CHARACTERS).getBytes(StandardCharsets.UTF_8);
        return Parameters.inOrder(
                ALGORITHM,
                algorithm,
                "hex",
                HexFormat.of().formatHex(digest(algorithm).digest(bytes)));
    }

    private static MessageDigest digest(String algorithm) {
        try {
            return MessageDigest.getInstance(algorithm);
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException("every JDK has this digest", missing);
        }
    }
}
