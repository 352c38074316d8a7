package dev.guildhall.integrations.httptool;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * A request as the upstream received it.
 *
 * @param line its first line
 * @param headers in their order
 * @param body decoded as UTF-8
 */
public record Seen(String line, List<Map.Entry<String, String>> headers, String body) {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** Parses a request whose bytes are characters of ISO 8859-1. */
    static Seen of(String request) {
        int end = request.indexOf("\r\n\r\n");
        List<String> lines = request.substring(0, end).lines().toList();
        List<Map.Entry<String, String>> headers = lines.stream()
                .skip(1)
                .map(line -> line.split(":", 2))
                .map(parts -> Map.entry(parts[0], parts[1].strip()))
                .toList();
        byte[] body = request.substring(end + 4).getBytes(StandardCharsets.ISO_8859_1);
        return new Seen(lines.getFirst(), headers, new String(body, StandardCharsets.UTF_8));
    }

    public String method() {
        return line.substring(0, line.indexOf(' '));
    }

    /** The undecoded path and query. */
    public String target() {
        String[] parts = line.split(" ", -1);
        assertThat(parts).hasSize(3);
        return parts[1];
    }

    /** The segments of the path, each decoded. */
    public List<String> segments() {
        String path = target().split("\\?", 2)[0];
        return Arrays.stream(path.substring(1).split("/", -1))
                .map(Seen::decoded)
                .toList();
    }

    /** The pairs of the query, each decoded. */
    public List<Map.Entry<String, String>> query() {
        String[] parts = target().split("\\?", 2);
        return parts.length == 1 ? List.of() : pairs(parts[1]);
    }

    /** The pairs of a form, each decoded. */
    public List<Map.Entry<String, String>> form() {
        return pairs(body);
    }

    public JsonNode json() {
        try {
            return MAPPER.readTree(body);
        } catch (JsonProcessingException broken) {
            throw new AssertionError(body, broken);
        }
    }

    /** All values of a header. */
    public List<String> header(String name) {
        return headers.stream()
                .filter(header -> header.getKey().equalsIgnoreCase(name))
                .map(Map.Entry::getValue)
                .toList();
    }

    private static List<Map.Entry<String, String>> pairs(String text) {
        List<Map.Entry<String, String>> pairs = new ArrayList<>();
        for (String pair : text.split("&", -1)) {
            String[] parts = pair.split("=", -1);
            assertThat(parts).hasSize(2);
            pairs.add(Map.entry(decoded(parts[0]), decoded(parts[1])));
        }
        return pairs;
    }

    /** Percent-decoding by RFC 3986; a plus is a literal plus. */
    private static String decoded(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '%') {
                bytes.write(Integer.parseInt(text.substring(i + 1, i + 3), 16));
                i += 2;
            } else {
                bytes.write(c);
            }
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes.toByteArray()))
                    .toString();
        } catch (CharacterCodingException notUtf8) {
            throw new AssertionError(text, notUtf8);
        }
    }
}
