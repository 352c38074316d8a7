package dev.guildhall.integrations.mcp.protocol;

import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.tool.ToolVersion;
import java.util.Map;

/**
 * What a server says of itself.
 *
 * @param version its own, which its tools have too
 * @param hasTools whether it has any to offer
 */
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

    /** What cannot be shown as a version says nothing. */
    private static ToolVersion fitted(String version) {
        try {
            return ToolVersion.parse(version);
        } catch (Refusal malformed) {
            return UNKNOWN_VERSION;
        }
    }
}
