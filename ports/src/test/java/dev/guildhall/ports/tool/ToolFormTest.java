package dev.guildhall.ports.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ToolFormTest {
    private final ToolDefinition definition = ActTool.of(
            "acme.mail.send",
            "Sends\u200b.",
            "1",
            ToolParameters.ofSchema(Map.of(
                    "type",
                    "object",
                    "properties",
                    Map.of("to", Map.of("type", "string", "description", "Who\u202e.", "enum", List.of("a\u200b"))))),
            List.of());
    private final Map<String, Object> schema = Map.of(
            "type",
            "object",
            "properties",
            Map.of("to", Map.of("type", "string", "description", "Who<U+202E>.", "enum", List.of("a\u200b"))));

    @Test
    void the_openai_form_is_a_function() {
        assertThat(ToolForm.OPENAI.of(definition))
                .isEqualTo(Map.of(
                        "type",
                        "function",
                        "function",
                        Map.of("name", "acme__mail__send", "description", "Sends<U+200B>.", "parameters", schema)));
    }

    @Test
    void the_anthropic_form_is_a_tool_with_an_input() {
        assertThat(ToolForm.ANTHROPIC.of(definition))
                .isEqualTo(Map.of("name", "acme__mail__send", "description", "Sends<U+200B>.", "input_schema", schema));
    }

    @Test
    void the_protocol_keeps_the_dots() {
        assertThat(ToolForm.MCP.of(definition))
                .isEqualTo(Map.of("name", "acme.mail.send", "description", "Sends<U+200B>.", "inputSchema", schema));
    }

    @Test
    void the_names_of_one_request_are_taken() {
        WireNames names = WireNames.of(List.of("acme.mail__send", "acme.mail.send"));

        String apiName = (String) ToolForm.ANTHROPIC.of(definition, names).get("name");

        assertThat(apiName).isNotEqualTo("acme__mail__send");
        assertThat(names.toTool(String.valueOf(apiName))).isEqualTo("acme.mail.send");
    }

    @ParameterizedTest
    @EnumSource(ToolForm.class)
    void a_form_has_a_name(ToolForm form) {
        assertThat(ToolForm.fromWire(form.wireName())).contains(form);
        assertThat(ToolForm.fromWire(form.name())).isEmpty();
    }
}
