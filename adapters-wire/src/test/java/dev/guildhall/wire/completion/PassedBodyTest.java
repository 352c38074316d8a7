package dev.guildhall.wire.completion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.guildhall.wire.http.ProviderJson;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PassedBodyTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        {"model":"a"}|{"model":"new"}
        ` { "x" : [1, 2.50] , "model"\t:  "a" , "é":"\\u00e9" } `|` { "x" : [1, 2.50] , "model"\t:  "new" , "é":"\\u00e9" } `
        {"model":"new"}|{"model":"new"}
        {"model":{"model":"b"},"x":1}|{"model":"new","x":1}
        {"model":12.0}|{"model":"new"}
        {}|{"model":"new"}
        {"x":{"model":"b"}}|{"model":"new","x":{"model":"b"}}
        {"model":"a\\"\\\\","x":"é€😀"}|{"model":"new","x":"é€😀"}
        """)
    void one_value_changes_and_every_other_byte_stays(String body, String passed) {
        assertThat(text(PassedBody.with(bytes(body), Map.of("model", ignored -> TextNode.valueOf("new")))))
                .isEqualTo(passed);
    }

    @Test
    void an_absent_field_can_stay_absent() {
        assertThat(text(PassedBody.with(bytes("{\"x\":1}"), Map.of("model", old -> old))))
                .isEqualTo("{\"x\":1}");
    }

    @Test
    void a_body_that_is_no_object_is_refused() {
        assertThatThrownBy(() -> PassedBody.with(bytes("{\"x\":"), Map.of("x", old -> old)))
                .isInstanceOf(RuntimeException.class);
    }

    @Test
    void random_bodies_differ_only_in_the_changed_fields() throws IOException {
        Random random = new Random(23);
        for (int i = 0; i < 500; i++) {
            Map<String, Object> fields = new LinkedHashMap<>();
            for (int field = 0; field < 1 + random.nextInt(6); field++) {
                fields.put("f" + random.nextInt(8), value(random, 0));
            }
            String json = ProviderJson.write(fields);
            Map<String, UnaryOperator<JsonNode>> changes = new LinkedHashMap<>();
            changes.put("f1", ignored -> TextNode.valueOf("one"));
            changes.put("f5", old -> old.isMissingNode() ? MissingNode.getInstance() : TextNode.valueOf("five"));
            fields.put("f1", "one");
            fields.computeIfPresent("f5", (ignored, old) -> "five");

            String passed = text(PassedBody.with(bytes(json), changes));

            assertThat(ProviderJson.MAPPER.readTree(passed))
                    .as(json)
                    .isEqualTo(ProviderJson.MAPPER.readTree(ProviderJson.write(fields)));
        }
    }

    private static Object value(Random random, int depth) {
        return switch (random.nextInt(depth > 2 ? 3 : 5)) {
            case 0 -> random.nextInt();
            case 1 -> "t\"\\" + (char) (0x20 + random.nextInt(0x2000));
            case 2 -> random.nextBoolean();
            case 3 -> List.of(value(random, depth + 1), value(random, depth + 1));
            default -> Map.of("model", value(random, depth + 1), "f1", "x");
        };
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)).asReadOnlyBuffer();
    }

    private static String text(List<ByteBuffer> parts) {
        StringBuilder text = new StringBuilder();
        parts.forEach(part -> text.append(StandardCharsets.UTF_8.decode(part.duplicate())));
        return text.toString();
    }
}
