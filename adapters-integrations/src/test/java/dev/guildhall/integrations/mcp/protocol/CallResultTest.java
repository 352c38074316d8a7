package dev.guildhall.integrations.mcp.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolOutcome;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CallResultTest {
    private static final Map<String, Object> HELLO = Map.of("type", "text", "text", "hello");

    private static Object data(Map<String, Object> result) {
        return switch (CallResult.outcome(result)) {
            case ToolOutcome.Success success -> success.data();
            case ToolOutcome.Failure failure -> throw new AssertionError(failure);
        };
    }

    @Test
    void structure_goes_before_text() {
        assertThat(data(Map.of("structuredContent", Map.of("a", 1), "content", List.of(HELLO))))
                .isEqualTo(Map.of("a", 1));
    }

    @Test
    void structure_that_is_no_object_is_put_into_one() {
        assertThat(data(Map.of("structuredContent", List.of(1, 2)))).isEqualTo(Map.of("value", List.of(1, 2)));
    }

    @Test
    void texts_are_joined_by_line_breaks() {
        assertThat(data(Map.of("content", List.of(HELLO, HELLO)))).isEqualTo(Map.of("text", "hello\nhello"));
    }

    @Test
    void text_that_is_json_stays_text() {
        assertThat(data(Map.of("content", List.of(Map.of("type", "text", "text", "{\"a\":1}")))))
                .isEqualTo(Map.of("text", "{\"a\":1}"));
    }

    @Test
    void answer_without_anything_is_an_empty_list_of_parts() {
        assertThat(data(Map.of())).isEqualTo(Map.of("content", List.of()));
    }

    @Test
    void what_is_no_text_is_told_of() {
        Map<String, Object> audio = Map.of("type", "audio", "mimeType", "audio/wav", "data", "AAAAAA==");
        Map<String, Object> link = Map.of("type", "resource_link", "uri", "file:///a", "name", "a", "size", 7);

        assertThat(data(Map.of("content", List.of(HELLO, audio, link))))
                .isEqualTo(Map.of(
                        "text",
                        "hello",
                        "content",
                        List.of(
                                Map.of("type", "audio", "mimeType", "audio/wav", "size", 4L),
                                Map.of("type", "resource_link", "uri", "file:///a", "name", "a", "size", 7L))));
    }

    @Test
    void text_of_an_embedded_resource_is_shown_and_its_bytes_are_not() {
        Map<String, Object> text = Map.of(
                "type", "resource", "resource", Map.of("uri", "file:///a", "mimeType", "text/x", "text", "body"));
        Map<String, Object> blob = Map.of("type", "resource", "resource", Map.of("uri", "file:///b", "blob", "AAAA"));

        assertThat(data(Map.of("content", List.of(text, blob))))
                .isEqualTo(Map.of(
                        "content",
                        List.of(
                                Map.of("type", "resource", "uri", "file:///a", "mimeType", "text/x", "text", "body"),
                                Map.of("type", "resource", "uri", "file:///b", "size", 3L))));
    }

    @Test
    void answer_larger_than_may_be_is_refused() {
        ToolOutcome outcome =
                CallResult.outcome(Map.of("structuredContent", Map.of("a", "x".repeat(McpLimits.DATA_BYTES))));

        assertThat(outcome).extracting("kind").isEqualTo(FailureKind.TOO_LARGE);
    }

    @Test
    void words_of_a_failure_are_cut() {
        Map<String, Object> words = Map.of("type", "text", "text", "w".repeat(5000));

        ToolOutcome outcome = CallResult.outcome(Map.of("isError", true, "content", List.of(words)));

        assertThat(outcome).isInstanceOfSatisfying(ToolOutcome.Failure.class, failure -> {
            assertThat(failure.kind()).isEqualTo(FailureKind.FAILED);
            assertThat(failure.message()).hasSize(McpLimits.WORDS);
        });
    }
}
