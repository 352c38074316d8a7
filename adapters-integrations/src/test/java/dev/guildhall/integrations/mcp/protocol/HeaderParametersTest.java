package dev.guildhall.integrations.mcp.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.ports.problem.Refusal;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HeaderParametersTest {
    private static Map<String, Object> schema(String properties) {
        String json = "{\"schema\":{\"type\":\"object\",\"properties\":" + properties + "}}";
        Map<?, ?> read =
                (Map<?, ?>) McpJson.read(json.getBytes(StandardCharsets.UTF_8)).orElseThrow();
        return McpJson.object(read, "schema");
    }

    @Test
    void values_are_sent_under_the_names_of_their_headers() {
        HeaderParameters headers = HeaderParameters.of(schema("""
            {"region":{"type":"string","x-mcp-header":"Region"},"count":{"type":"integer","x-mcp-header":"Count"},
             "deep":{"type":"object","properties":{"dry":{"type":"boolean","x-mcp-header":"Dry"}}},
             "none":{"type":"string","x-mcp-header":"None"},"null":{"type":"string","x-mcp-header":"Null"},
             "plain":{"type":"string"}}\
            """));
        Map<String, Object> arguments = new HashMap<>(
                Map.of("region", "Köln", "count", 42.0, "deep", Map.of("dry", true), "plain", "no header"));
        arguments.put("null", null);

        assertThat(headers.headersOf(arguments))
                .containsOnly(
                        Map.entry("Mcp-Param-Region", "=?base64?S8O2bG4=?="),
                        Map.entry("Mcp-Param-Count", "42"),
                        Map.entry("Mcp-Param-Dry", "true"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\":{\"type\":\"string\",\"x-mcp-header\":\"\"}}",
                "{\"a\":{\"type\":\"string\",\"x-mcp-header\":\"two words\"}}",
                "{\"a\":{\"type\":\"string\",\"x-mcp-header\":\"line\\r\\nbreak\"}}",
                "{\"a\":{\"type\":\"string\",\"x-mcp-header\":5}}",
                "{\"a\":{\"type\":\"number\",\"x-mcp-header\":\"A\"}}",
                "{\"a\":{\"type\":\"object\",\"x-mcp-header\":\"A\"}}",
                "{\"a\":{\"type\":\"string\",\"x-mcp-header\":\"A\"},\"b\":{\"type\":\"string\",\"x-mcp-header\":\"a\"}}",
                "{\"a\":{\"type\":\"array\",\"items\":{\"type\":\"string\",\"x-mcp-header\":\"A\"}}}",
                "{\"a\":{\"anyOf\":[{\"type\":\"string\",\"x-mcp-header\":\"A\"}]}}"
            })
    void schema_that_breaks_a_rule_of_the_protocol_is_refused(String properties) {
        assertThatThrownBy(() -> HeaderParameters.of(schema(properties))).isInstanceOf(Refusal.class);
    }

    @ParameterizedTest
    @CsvSource(
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "us-west1,us-west1",
                "two words,two words",
                "' padded ',=?base64?IHBhZGRlZCA=?=",
                "=?base64?literal?=,=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?=",
                "'',=?base64??="
            })
    void value_that_no_header_carries_is_encoded(String value, String header) {
        assertThat(NewerEra.encoded(value)).isEqualTo(header);
    }
}
