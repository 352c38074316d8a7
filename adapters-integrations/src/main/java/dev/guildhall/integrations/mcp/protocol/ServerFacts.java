package dev.guildhall.integrations.mcp.protocol;

import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.tool.ToolVersion;
import java.util.Map;

/** The properties that a server reports; its tools have its version. */
public record ServerFacts(ToolVersion version, boolean hasTools) {
    private static final ToolVersion UNKNOWN_VERSION = new ToolVersion("1.0.0");

    static ServerFacts of(Map<String, Object> introduction) {
        String version = McpJson.text(McpJson.object(introduction, "serverInfo"), "version")
                .orElse("")
                .replaceAll("[\\p{Cntrl}\\p{Zl}\\p{Zp}]", "");
        return new ServerFacts(
                fitted(ServerTexts.cut(version, ToolVersion.MAX)),
                McpJson.object(introduction, "capabilities").containsKey("tools"));
    }

    private static ToolVersion fitted(String version) {
        try {
            return ToolVersion.parse(version);
        } catch (Refusal malformed) {
            return UNKNOWN_VERSION;
        }
    }
}
