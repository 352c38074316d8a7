package dev.guildhall.integrations.mcp.protocol;

import dev.guildhall.integrations.icon.Icon;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.Violation;
import dev.guildhall.ports.tool.ToolDefinition;
import dev.guildhall.ports.tool.ToolName;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The tools that a server has listed, in its order, and its own names of them. Tools that cannot be used are left out,
 * with the reasons.
 *
 * @param icons of the server, or else of the first of its tools that has some
 */
public record ServerCatalogue(
        List<ToolDefinition> definitions, Map<ToolName, AtServer> atServer, List<Violation> leftOut, List<Icon> icons) {
    /** A tool's own name at its server, and its parameters that are also headers. */
    record AtServer(String name, HeaderParameters headers) {}

    public ServerCatalogue {
        definitions = List.copyOf(definitions);
        atServer = Map.copyOf(atServer);
        leftOut = List.copyOf(leftOut);
        icons = List.copyOf(icons);
    }

    static ServerCatalogue of(IntegrationName integration, ServerFacts facts, McpSession.Listed listed) {
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
        Map<ToolName, AtServer> atServer = new LinkedHashMap<>();
        tools.forEach((name, tool) -> Optional.ofNullable(names.get(name)).ifPresent(here -> {
            definitions.add(tool.definition(here, facts.version(), integration));
            atServer.put(here, new AtServer(name, tool.headers()));
        }));
        return new ServerCatalogue(definitions, atServer, leftOut, icons(facts, listed));
    }

    private static List<Icon> icons(ServerFacts facts, McpSession.Listed listed) {
        return Stream.concat(Stream.of(facts.icons()), listed.tools().stream().map(tool -> Icon.of(tool.get("icons"))))
                .filter(icons -> !icons.isEmpty())
                .findFirst()
                .orElse(List.of());
    }

    Optional<AtServer> atServer(ToolName tool) {
        return Optional.ofNullable(atServer.get(tool));
    }
}
