package dev.guildhall.integrations.mcp.protocol;

import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.Violation;
import dev.guildhall.ports.tool.ToolDefinition;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.ToolVersion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The tools that a server has listed, in its order, and its own names of them. Tools that cannot be used are left out,
 * with the reasons.
 */
public record ServerCatalogue(
        List<ToolDefinition> definitions, Map<ToolName, String> namesAtServer, List<Violation> leftOut) {
    public ServerCatalogue {
        definitions = List.copyOf(definitions);
        namesAtServer = Map.copyOf(namesAtServer);
        leftOut = List.copyOf(leftOut);
    }

    static ServerCatalogue of(IntegrationName integration, ToolVersion version, McpSession.Listed listed) {
        Map<String, ServerTool> tools = new LinkedHashMap<>();
        List<Violation> leftOut = new ArrayList<>();
        for (Map<?, ?> one : listed.tools()) {
            String name = ServerTexts.cut(McpJson.text(one, "name").orElse(""), McpLimits.WORDS);
            try {
                if (tools.size() >= McpLimits.TOOLS) {
                    throw Refusal.invalid("tools", "is beyond the " + McpLimits.TOOLS + " tools of a server");
                }
                ServerTool tool = ServerTool.of(one);
                tools.putIfAbsent(tool.name(), tool);
            } catch (Refusal unusable) {
                if (leftOut.size() < McpLimits.LEFT_OUT) {
                    leftOut.add(new Violation(name, unusable.problem().message()));
                }
            }
        }
        if (!listed.isWhole()) {
            leftOut.add(new Violation("tools/list", "has further pages, which are not read"));
        }
        Map<String, ToolName> names = ToolNames.of(integration, tools.keySet());
        List<ToolDefinition> definitions = new ArrayList<>();
        Map<ToolName, String> namesAtServer = new LinkedHashMap<>();
        tools.forEach((name, tool) -> Optional.ofNullable(names.get(name)).ifPresent(here -> {
            definitions.add(tool.definition(here, version, integration));
            namesAtServer.put(here, name);
        }));
        return new ServerCatalogue(definitions, namesAtServer, leftOut);
    }

    Optional<String> nameAtServer(ToolName tool) {
        return Optional.ofNullable(namesAtServer.get(tool));
    }
}
