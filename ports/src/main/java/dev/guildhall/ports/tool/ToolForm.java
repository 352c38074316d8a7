package dev.guildhall.ports.tool;

import dev.guildhall.ports.JsonData;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The formats in which models and their clients receive tools. */
public enum ToolForm {
    /** A function tool of OpenAI's chat completions, and of compatible providers. */
    OPENAI,
    /** A tool of Anthropic's messages. */
    ANTHROPIC,
    /** A tool of the Model Context Protocol, whose names may have dots. */
    MCP;

    /** The name in JSON: {@code openai}, {@code anthropic}, {@code mcp}. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The format of that name; empty when there is none. */
    public static Optional<ToolForm> fromWire(String name) {
        return Arrays.stream(values())
                .filter(form -> form.wireName().equals(name))
                .findFirst();
    }

    /** A definition in this format, with hidden characters written out. */
    public Map<String, Object> of(ToolDefinition definition) {
        return of(definition, WireNames.of(List.of(definition.name().value())));
    }

    /**
     * A definition in this format.
     *
     * @param names converts between the names of tools and the names that model APIs accept
     */
    public Map<String, Object> of(ToolDefinition definition, WireNames names) {
        String description = HiddenCharacters.escaped(definition.description().value());
        Map<String, Object> schema =
                HiddenCharacters.escaped(definition.parameters().inputSchema());
        String name = definition.name().value();
        Map<String, Object> form = new LinkedHashMap<>();
        switch (this) {
            case OPENAI -> {
                Map<String, Object> function = new LinkedHashMap<>();
                function.put("name", names.toWire(name));
                function.put("description", description);
                function.put("parameters", schema);
                form.put("type", "function");
                form.put("function", function);
            }
            case ANTHROPIC -> {
                form.put("name", names.toWire(name));
                form.put("description", description);
                form.put("input_schema", schema);
            }
            case MCP -> {
                form.put("name", name);
                form.put("description", description);
                form.put("inputSchema", schema);
            }
        }
        return JsonData.copy(form);
    }
}
