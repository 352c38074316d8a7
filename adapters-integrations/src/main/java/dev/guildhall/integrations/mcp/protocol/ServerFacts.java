package dev.guildhall.integrations.mcp.protocol;

import dev.guildhall.integrations.icon.Icon;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.tool.ToolVersion;
import java.util.List;
import java.util.Map;

/**
 * The properties that a server reports; its tools have its version.
 *
 * @param isNewer whether it speaks the era without sessions
 * @param introduction what it said: its capabilities, its instructions and who it is
 */
public record ServerFacts(ToolVersion version, boolean hasTools, boolean isNewer, Map<String, Object> introduction) {
    private static final String SERVER = NewerEra.PREFIX + "serverInfo";
    private static final ToolVersion UNKNOWN_VERSION = new ToolVersion("1.0.0");

    static ServerFacts of(Map<String, Object> introduction, boolean isNewer) {
        String version =
                McpJson.text(server(introduction), "version").orElse("").replaceAll("[\\p{Cntrl}\\p{Zl}\\p{Zp}]", "");
        return new ServerFacts(
                fitted(ServerTexts.cut(version, ToolVersion.MAX)),
                McpJson.object(introduction, "capabilities").containsKey("tools"),
                isNewer,
                introduction);
    }

    /** The icons that the server names for itself. */
    List<Icon> icons() {
        return Icon.of(server(introduction).get("icons"));
    }

    private static Map<String, Object> server(Map<String, Object> introduction) {
        Map<String, Object> meta = McpJson.object(introduction, "_meta");
        return McpJson.object(meta, SERVER).isEmpty()
                ? McpJson.object(introduction, "serverInfo")
                : McpJson.object(meta, SERVER);
    }

    private static ToolVersion fitted(String version) {
        try {
            return ToolVersion.parse(version);
        } catch (Refusal malformed) {
            return UNKNOWN_VERSION;
        }
    }
}
