package dev.guildhall.core.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.IdempotencyKey;
import dev.guildhall.ports.execution.ExecutionContext;
import dev.guildhall.ports.execution.ExecutionRequest;
import dev.guildhall.ports.tool.ParameterSpec;
import dev.guildhall.ports.tool.ParameterType;
import dev.guildhall.ports.tool.ToolId;
import dev.guildhall.ports.tool.ToolParameters;
import dev.guildhall.testkit.Sample;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class JsonDigestTest {
    private static Map<String, Object> ordered(Object... pairs) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put((String) pairs[i], pairs[i + 1]);
        }
        return map;
    }

    @Test
    void the_digest_is_sha_256_of_the_text() {
        assertThat(JsonDigest.of(Map.of()))
                .isEqualTo("44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a");
    }

    @Test
    void the_order_of_names_does_not_matter_at_any_depth() {
        assertThat(JsonDigest.of(ordered("a", List.of(ordered("x", 1, "y", 2)), "b", 1)))
                .isEqualTo(JsonDigest.of(ordered("b", 1, "a", List.of(ordered("y", 2, "x", 1)))));
    }

    @Test
    void everything_else_does() {
        List<Map<String, Object>> all = List.of(
                ordered("a", List.of(1, 2)),
                ordered("a", List.of(2, 1)),
                ordered("a", "1"),
                ordered("a", 1),
                ordered("a", 1.5),
                ordered("a", true),
                ordered("a", "true"),
                Collections.singletonMap("a", null),
                ordered("a", "null"),
                ordered("b", 1),
                ordered("a", Arrays.asList((Object) null)),
                ordered("a", List.of()),
                ordered("a", Map.of()),
                ordered(),
                ordered("a", "\ud83d"),
                ordered("a", "\udc4b"));

        assertThat(all.stream().map(JsonDigest::of)).doesNotHaveDuplicates();
    }

    @Test
    void equal_numbers_of_different_types_have_the_same_digest() {
        assertThat(Stream.of(1, 1L, (short) 1).map(one -> JsonDigest.of(Map.of("n", one))))
                .containsOnly(JsonDigest.of(Map.of("n", 1)));
        assertThat(Stream.of(1.1, new BigDecimal("1.1"), new BigDecimal("1.10"), 1.1f)
                        .map(one -> JsonDigest.of(Map.of("n", one))))
                .containsOnly(JsonDigest.of(Map.of("n", 1.1)));
        assertThat(JsonDigest.of(Map.of("n", -0.0))).isEqualTo(JsonDigest.of(Map.of("n", 0.0)));
    }

    @Test
    void the_digest_of_a_definition_ignores_name_and_version() {
        ToolParameters text = ToolParameters.of(Map.of("text", ParameterSpec.required(ParameterType.STRING, "Any.")));
        ToolParameters number = ToolParameters.of(Map.of("text", ParameterSpec.required(ParameterType.NUMBER, "Any.")));
        String digest = JsonDigest.of(Sample.tool().parameters(text).definition());

        assertThat(JsonDigest.of(Sample.tool().version("7").parameters(text).definition()))
                .isEqualTo(digest);
        assertThat(JsonDigest.of(Sample.tool()
                        .parameters(ToolParameters.ofSchema(text.inputSchema()))
                        .definition()))
                .isEqualTo(digest);
        assertThat(Stream.of(
                                Sample.tool().parameters(number),
                                Sample.tool().parameters(text).description("Other."),
                                Sample.tool().parameters(text).scopes("read"))
                        .map(sample -> JsonDigest.of(sample.definition())))
                .doesNotContain(digest);
    }

    @Test
    void the_digest_of_a_request_ignores_only_its_key() {
        ToolId tool = new ToolId("tool_1");
        ExecutionContext none = ExecutionContext.none();
        ExecutionContext agent = new ExecutionContext(Optional.of("x"), Optional.empty());
        ExecutionContext task = new ExecutionContext(Optional.empty(), Optional.of("x"));
        Optional<IdempotencyKey> key = Optional.of(new IdempotencyKey("k"));

        assertThat(Stream.of(
                                new ExecutionRequest(tool, Map.of(), none, key),
                                new ExecutionRequest(tool, Map.of(), agent, key),
                                new ExecutionRequest(tool, Map.of(), task, key),
                                new ExecutionRequest(tool, Map.of("n", 1), none, key),
                                new ExecutionRequest(new ToolId("tool_2"), Map.of(), none, key))
                        .map(JsonDigest::of))
                .doesNotHaveDuplicates();
        assertThat(JsonDigest.of(new ExecutionRequest(tool, Map.of(), none, Optional.empty())))
                .isEqualTo(JsonDigest.of(new ExecutionRequest(tool, Map.of(), none, key)));
    }
}
