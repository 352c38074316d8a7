package dev.guildhall.integrations.builtin;

import dev.guildhall.ports.Text;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.ToolSource;
import dev.guildhall.ports.tool.ToolSpec;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/** {@code builtin.base64}: text into base64 and back, exactly. Thread-safe. */
final class Base64Text implements BuiltinTool {
    private static final int MAX_CHARACTERS = 1_000_000;
    private static final String TEXT = "text";
    private static final String OPERATION = "operation";
    private static final String URL_SAFE = "urlSafe";
    private static final List<String> OPERATIONS = List.of("encode", "decode");
    private static final ToolSpec SPEC = new ToolSpec(
            new ToolName("builtin.base64"),
            "Encodes a text (its UTF-8 bytes) in base64, or decodes base64 that holds text. Answers with the result.",
            Parameters.object(
                    List.of(TEXT),
                    TEXT,
                    Parameters.text("What to encode or decode.", MAX_CHARACTERS),
                    OPERATION,
                    Parameters.choice("Which way.", OPERATIONS),
                    URL_SAFE,
                    Parameters.flag("Encode with - and _ and without padding; both alphabets are decoded.")),
            ToolSource.BUILTIN);

    @Override
    public ToolSpec spec() {
        return SPEC;
    }

    @Override
    public Map<String, Object> run(BuiltinArguments arguments) {
        String text = arguments.text(TEXT, MAX_CHARACTERS);
        String operation = arguments.choice(OPERATION, OPERATIONS);
        String result = operation.equals("encode") ? encoded(text, arguments.flag(URL_SAFE)) : decoded(text);
        return Parameters.inOrder(OPERATION, operation, "result", result);
    }

    private static String encoded(String text, boolean urlSafe) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return urlSafe
                ? Base64.getUrlEncoder().withoutPadding().encodeToString(bytes)
                : Base64.getEncoder().encodeToString(bytes);
    }

    private static String decoded(String text) {
        try {
            String plain = text.replaceAll("\\s", "").replace('-', '+').replace('_', '/');
            ByteBuffer bytes = ByteBuffer.wrap(Base64.getDecoder().decode(plain));
            return Text.repaired(
                    StandardCharsets.UTF_8.newDecoder().decode(bytes).toString());
        } catch (IllegalArgumentException malformed) {
            throw ToolFault.failed("the text is not base64");
        } catch (CharacterCodingException binary) {
            throw ToolFault.failed("the base64 holds no text but other bytes");
        }
    }
}
