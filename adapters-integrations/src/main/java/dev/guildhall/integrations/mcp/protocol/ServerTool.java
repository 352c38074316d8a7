package dev.guildhall.integrations.mcp.protocol;

import dev.guildhall.ports.JsonData;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.tool.ToolDefinition;
import dev.guildhall.ports.tool.ToolDescription;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.ToolParameters;
import dev.guildhall.ports.tool.ToolVersion;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** A tool as a server lists it; its title replaces a missing description. */
record ServerTool(String name, ToolDescription description, ToolParameters parameters) {
    /** The tool; empty when it cannot be imported: it has no name, its input is not an object, or it is a task. */
    static Optional<ServerTool> of(Map<?, ?> listed) {
        Optional<String> name =
                McpJson.text(listed, "name").filter(text -> !text.isBlank() && text.length() <= McpLimits.WORDS);
        if (name.isEmpty() || mustBeATask(listed)) {
            return Optional.empty();
        }
        Map<String, Object> schema = schema(listed);
        if (!"object".equals(schema.get("type"))) {
            return Optional.empty();
        }
        try {
            return Optional.of(
                    new ServerTool(name.get(), description(listed, name.get()), ToolParameters.ofSchema(schema)));
        } catch (Refusal malformed) {
            return Optional.empty();
        }
    }

    ToolDefinition definition(ToolName here, ToolVersion version, IntegrationName integration) {
        return new ToolDefinition(here, description, version, parameters, integration, List.of());
    }

    private static boolean mustBeATask(Map<?, ?> listed) {
        return "required".equals(McpJson.object(listed, "execution").get("taskSupport"));
    }

    private static Map<String, Object> schema(Map<?, ?> listed) {
        Map<String, Object> schema = JsonData.repairedObject(McpJson.object(listed, "inputSchema"));
        schema.putIfAbsent("type", "object");
        return schema;
    }

    private static ToolDescription description(Map<?, ?> listed, String name) {
        String words = Stream.of(
                        McpJson.text(listed, "description"),
                        McpJson.text(listed, "title"),
                        McpJson.text(McpJson.object(listed, "annotations"), "title"))
                .flatMap(Optional::stream)
                .filter(text -> !text.isBlank())
                .findFirst()
                .orElse(name);
        return new ToolDescription(ServerTexts.cut(words.strip(), ToolDescription.MAX));
    }
}
