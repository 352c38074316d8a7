package dev.guildhall.integrations.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DocumentTextTest {
    private static String fault(String text) {
        try {
            return "read: " + DocumentText.read(text).toString().length();
        } catch (BrokenDocument broken) {
            return broken.reason();
        }
    }

    @Test
    void scalars_of_yaml_are_read_by_its_newer_revision() {
        JsonNode document = DocumentText.read("""
            # a comment
            version: 2026-11-29
            country: NO
            on: "1"
            200: {min: 1, share: 0.5, open: true, none: null, also: ~, huge: 123456789012345678901234567890, no: .nan, octal: 0o17, hex: 0xff, real: 1e3, tag: !!str 7}
            text: |
              one
              two
            """);

        assertThat(document.path("version").asText()).isEqualTo("2026-11-29");
        assertThat(document.path("country").asText()).isEqualTo("NO");
        assertThat(document.path("on").isTextual()).isTrue();
        assertThat(document.path("text").asText()).isEqualTo("one\ntwo\n");
        assertThat(document.path("200"))
                .hasToString("{\"min\":1,\"share\":0.5,\"open\":true,\"none\":null,\"also\":null,"
                        + "\"huge\":123456789012345678901234567890,\"no\":\".nan\",\"octal\":15,\"hex\":255,"
                        + "\"real\":1E+3,\"tag\":\"7\"}");
    }

    @Test
    void an_alias_is_the_value_of_its_anchor_and_merged_members_do_not_replace_others() {
        JsonNode document = DocumentText.read("""
            limit: &limit {name: limit, in: query, schema: &number {type: integer}}
            name: &name hello
            list: [*limit, *name, *number]
            merged: {<<: *limit, name: other}
            both: {<<: [*number, *limit]}
            """);

        assertThat(document.path("list"))
                .hasToString("[{\"name\":\"limit\",\"in\":\"query\",\"schema\":{\"type\":\"integer\"}},\"hello\","
                        + "{\"type\":\"integer\"}]");
        assertThat(document.path("merged").path("name").asText()).isEqualTo("other");
        assertThat(document.path("merged").path("in").asText()).isEqualTo("query");
        assertThat(document.path("both").path("type").asText()).isEqualTo("integer");
        assertThat(document.path("both").path("name").asText()).isEqualTo("limit");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a: 1\\na: 2 | is not YAML: Duplicate field 'a' (line 2",
                "{\"a\": 1, \"a\": 2} | is not JSON: Duplicate field 'a' (line 1",
                "{\"a\": 1} {} | is not JSON: Trailing token",
                "a: 1\\n---\\nb: 1 | is not YAML: there is more than one document (line 2",
                "- 1 | must be an object in JSON or YAML",
                "text | must be an object in JSON or YAML",
                "a: [1 | is not YAML:",
                "a: *b | is not YAML: the alias *b is not that of an anchor before it",
                "a: &a [*a] | is not YAML: the alias *a is not that of an anchor before it",
                "a: &a {b: 1}\\n*a : 1 | is not YAML: a name must be a text (line 2",
                "a: &a 1\\nb: {<<: *a} | is not YAML: << is not an object or a list of objects",
                "a: @x | is not YAML:",
                "<html> | must be an object in JSON or YAML"
            })
    void what_is_not_one_plain_object_is_refused(String text, String message) {
        assertThat(fault(text.replace("\\n", "\n"))).startsWith(message);
    }

    @Test
    void deep_and_empty_texts_are_refused() {
        for (String text : List.of(
                "a: " + "[".repeat(100_000),
                "a: " + "{b: ".repeat(100_000),
                "{\"a\":".repeat(100_000),
                "",
                "   \n",
                "\u0000",
                "a: \ud800",
                "a: \u0007")) {
            assertThatExceptionOfType(BrokenDocument.class).isThrownBy(() -> DocumentText.read(text));
        }
    }

    @Test
    void anchors_that_explode_are_a_fault() {
        StringBuilder laughs = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
        for (int i = 1; i < 30; i++) {
            laughs.append("a%1$d: &a%1$d [%2$s*a%3$d]\n".formatted(i, ("*a" + (i - 1) + ", ").repeat(9), i - 1));
        }
        StringBuilder deep = new StringBuilder("a0: &a0 [x]\n");
        for (int i = 1; i < 200; i++) {
            deep.append("a%1$d: &a%1$d [*a%2$d]\n".formatted(i, i - 1));
        }

        assertThat(fault(laughs.toString())).startsWith("is not YAML: its aliases stand for more than 1000000 values");
        assertThat(fault(deep.toString())).startsWith("is not YAML: its aliases lead to a nesting of more than 100");
    }

    @Test
    void a_document_has_a_largest_size_in_bytes() {
        String empty = "{\"a\": \"\"}";
        String largest = "{\"a\": \"" + "x".repeat(OpenApiLimits.DOCUMENT_BYTES - empty.length()) + "\"}";

        assertThat(fault(largest)).startsWith("read: ");
        assertThat(fault(largest + " ")).isEqualTo("must be at most 5242880 bytes");
        assertThat(fault("# " + "é".repeat(OpenApiLimits.DOCUMENT_BYTES / 2) + "\na: 1"))
                .isEqualTo("must be at most 5242880 bytes");
    }

    @Test
    void a_byte_order_mark_is_skipped() {
        assertThat(fault("\uFEFF{\"a\": 1}")).startsWith("read: ");
        assertThat(fault("\uFEFFa: 1")).startsWith("read: ");
    }
}
