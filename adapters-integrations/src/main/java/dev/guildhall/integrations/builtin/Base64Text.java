package dev.guildhall.integrations.builtin;

import dev.guildhall.ports.Text;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/** {@code builtin.base64}: encodes text as base64 and decodes it. */
final class Base64Text {
    private static final int MAX_CHARACTERS = 1_000_000;
    private static final String TEXT = "text";
    private static final String OPERATION = "operation";
    private static final String ENCODE = "encode";
    private static final String URL_SAFE = "urlSafe";

    private Base64Text() {}

    static BuiltinTool tool() {
        return BuiltinTool.of(
                "base64",
                "Encodes a text (its UTF-8 bytes) in base64, or decodes base64 that holds text. Answers with the"
                        + " result.",
                Parameters.object(
                        List.of(TEXT),
                        TEXT,
                        Parameters.text("What to encode or decode.", MAX_CHARACTERS),
                        OPERATION,
                        Parameters.choice("Which way.", List.of(ENCODE, "decode")),
                        URL_SAFE,
                        Parameters.flag("Encode with - and _ and without padding; both alphabets are decoded.")),
                Base64Text::converted);
    }

    private static Map<String, Object> converted(BuiltinArguments arguments) {
        String text = arguments.text(TEXT);
        String operation = arguments.optionalText(OPERATION).orElse(ENCODE);
        String result = operation.equals(ENCODE) ? encoded(text, arguments.flag(URL_SAFE)) : decoded(text);
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
