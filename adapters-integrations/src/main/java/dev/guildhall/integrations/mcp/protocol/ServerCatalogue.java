package dev.guildhall.integrations.mcp.protocol;

import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.tool.ToolDefinition;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.ToolVersion;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The tools that a server has listed, in its order, and its own names of them. */
public record ServerCatalogue(List<ToolDefinition> definitions, Map<ToolName, String> namesAtServer) {
    private static final Logger LOG = System.getLogger(ServerCatalogue.class.getName());

    public ServerCatalogue {
        definitions = List.copyOf(definitions);
        namesAtServer = Map.copyOf(namesAtServer);
    }

    /** Converts a server's tools. An invalid tool is omitted; the others are still included. */
    static ServerCatalogue of(IntegrationName integration, ToolVersion version, List<Map<?, ?>> listed) {
        Map<String, ServerTool> tools = new LinkedHashMap<>();
        for (Map<?, ?> one : listed) {
            ServerTool.of(one)
                    .ifPresentOrElse(
                            tool -> tools.putIfAbsent(tool.name(), tool),
                            () -> LOG.log(Level.DEBUG, "{0} lists a tool that cannot be imported", integration));
        }
        Map<String, ToolName> names = ToolNames.of(integration, tools.keySet());
        List<ToolDefinition> definitions = new ArrayList<>();
        Map<ToolName, String> namesAtServer = new LinkedHashMap<>();
        tools.forEach((name, tool) -> Optional.ofNullable(names.get(name)).ifPresent(here -> {
            definitions.add(tool.definition(here, version, integration));
            namesAtServer.put(here, name);
        }));
        return new ServerCatalogue(definitions, namesAtServer);
    }

    Optional<String> nameAtServer(ToolName tool) {
        return Optional.ofNullable(namesAtServer.get(tool));
    }
}
