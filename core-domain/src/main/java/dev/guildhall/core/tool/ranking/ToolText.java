package dev.guildhall.core.tool.ranking;

import dev.guildhall.core.json.JsonText;
import dev.guildhall.core.search.Field;
import dev.guildhall.ports.tool.ParameterSpec;
import dev.guildhall.ports.tool.ToolDefinition;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** The texts of a tool for both kinds of search: by words and by meaning. */
public final class ToolText {
    private static final int NAME = 20;
    private static final int DESCRIPTION = 10;
    private static final int PARAMETERS = 3;

    private ToolText() {}

    /** The text of a tool for an embedder: its name in words, its description, its parameters. */
    public static String toEmbed(ToolDefinition tool) {
        return "%s: %s %s"
                .formatted(words(tool.name().value()), tool.description().value(), parameters(tool))
                .strip();
    }

    /** How many bytes the description and the parameters of a tool have, the parameters as JSON. */
    public static long bytes(ToolDefinition tool) {
        String text = tool.description().value() + JsonText.of(tool.parameters().inputSchema());
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    static List<Field> fields(ToolDefinition tool) {
        return List.of(
                new Field(tool.name().value(), NAME),
                new Field(tool.description().value(), DESCRIPTION),
                new Field(parameters(tool), PARAMETERS));
    }

    private static String parameters(ToolDefinition tool) {
        StringBuilder text = new StringBuilder();
        for (Map.Entry<String, ParameterSpec> parameter :
                tool.parameters().byName().entrySet()) {
            text.append(words(parameter.getKey())).append(' ');
            parameter
                    .getValue()
                    .description()
                    .ifPresent(said -> text.append(said).append(' '));
        }
        return text.toString().strip();
    }

    private static String words(String name) {
        return name.replaceAll("[._-]+", " ").strip();
    }
}
