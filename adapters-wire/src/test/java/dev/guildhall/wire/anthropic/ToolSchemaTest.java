package dev.guildhall.wire.anthropic;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.guildhall.ports.completion.FunctionSpec;
import dev.guildhall.wire.completion.ToolSchema;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ToolSchemaTest {
    private static Map<String, Object> json(String text) {
        try {
            return new ObjectMapper().readValue(text, new TypeReference<>() {});
        } catch (IOException malformed) {
            throw new AssertionError(malformed);
        }
    }

    @Test
    @Timeout(value = 10, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void a_schema_that_refers_to_itself_many_times_ends() {
        Map<String, Object> self = Map.of("$ref", "#");
        Map<String, Object> schema =
                Map.of("allOf", Collections.nCopies(50, self), "properties", Map.of("a", Map.of("type", "string")));

        assertThat(ToolSchema.simplified(schema))
                .containsEntry("type", "object")
                .containsEntry("properties", Map.of("a", Map.of("type", "string")));
    }

    @Test
    @Timeout(value = 10, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void a_schema_whose_parts_refer_to_each_other_twice_ends() {
        StringBuilder definitions = new StringBuilder();
        for (int i = 0; i < 40; i++) {
            definitions.append("\"d%d\":{\"allOf\":[{\"$ref\":\"#/$defs/d%d\"},{\"$ref\":\"#/$defs/d%d\"}]},"
                    .formatted(i, i + 1, i + 1));
        }
        Map<String, Object> schema =
                json("{\"$ref\":\"#/$defs/d0\",\"$defs\":{" + definitions + "\"d40\":{\"properties\":{\"a\":{}}}}}");

        assertThat(ToolSchema.simplified(schema)).containsEntry("properties", Map.of("a", Map.of()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"anyOf\":[{\"properties\":{\"a\":null}}]}|{\"a\":{}}",
                "{\"type\":\"object\"}|{}",
                "{\"type\":\"object\",\"properties\":null}|{}",
                "{\"$ref\":\"#/$defs/a%20b\",\"$defs\":{\"a b\":{\"properties\":{\"a\":{}}}}}|{\"a\":{}}",
                "{\"$ref\":\"#/x/1\",\"x\":[{},{\"properties\":{\"a\":{}}}]}|{\"a\":{}}",
                "{\"$ref\":\"#/%zz\",\"properties\":{\"a\":{}}}|{\"a\":{}}",
                "{\"oneOf\":[{\"properties\":{\"a\":{\"const\":1}}},{\"properties\":{\"a\":{\"const\":2}}}]}"
                        + "|{\"a\":{\"anyOf\":[{\"const\":1},{\"const\":2}]}}"
            })
    void the_properties_of_all_parts_are_put_together(String schema, String properties) {
        assertThat(ToolSchema.simplified(json(schema)).get("properties")).isEqualTo(json(properties));
    }

    @Test
    void renamed_parameters_have_the_new_name_wherever_the_schema_names_them() {
        FunctionSpec tool = new FunctionSpec("find", "", json("""
            {"type":"object","properties":{"$top":{},"$skip":{},"q":{}},"required":["$top"],
             "dependentRequired":{"$skip":["$top","q"]}}
            """));

        Map<String, Object> schema = new ParameterNames(List.of(tool)).schema(tool);

        assertThat(schema).isEqualTo(json("""
            {"type":"object","properties":{"_top":{},"_skip":{},"q":{}},"required":["_top"],
             "dependentRequired":{"_skip":["_top","q"]}}
            """));
    }
}
