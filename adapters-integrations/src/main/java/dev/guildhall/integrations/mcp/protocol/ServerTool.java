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
record ServerTool(
        String name,
        ToolDescription description,
        ToolParameters parameters,
        HeaderParameters headers,
        Map<String, Object> declared) {
    /** @throws Refusal with the reason when it cannot be imported */
    static ServerTool of(Map<?, ?> listed) {
        String name = McpJson.text(listed, "name")
                .filter(text -> !text.isBlank() && text.length() <= McpLimits.WORDS)
                .orElseThrow(() -> Refusal.invalid("name", "must have 1 to " + McpLimits.WORDS + " characters"));
        if (mustBeATask(listed)) {
            throw Refusal.invalid("execution", "runs as a task of the server alone, which is not supported");
        }
        Map<String, Object> declared = JsonData.repairedObject(listed);
        if (McpJson.write(declared).length > McpLimits.DECLARATION_BYTES) {
            throw Refusal.invalid("tool", "has more than " + McpLimits.DECLARATION_BYTES + " bytes");
        }
        Map<String, Object> schema = schema(listed);
        return new ServerTool(
                name,
                description(listed, name),
                ToolParameters.ofSchema(schema),
                HeaderParameters.of(schema),
                declared);
    }

    ToolDefinition definition(ToolName here, ToolVersion version, IntegrationName integration) {
        return new ToolDefinition(here, description, version, parameters, integration, List.of(), declared);
    }

    private static boolean mustBeATask(Map<?, ?> listed) {
        return "required".equals(McpJson.object(listed, "execution").get("taskSupport"));
    }

    /** Without a type it is one of an object; of several types only that of an object remains. */
    private static Map<String, Object> schema(Map<?, ?> listed) {
        Map<String, Object> schema = JsonData.repairedObject(McpJson.object(listed, "inputSchema"));
        Object type = schema.getOrDefault("type", "object");
        if (!type.equals("object") && !(type instanceof List<?> types && types.contains("object"))) {
            throw Refusal.invalid("inputSchema", "is not the schema of an object");
        }
        schema.put("type", "object");
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
