package dev.guildhall.integrations.mcp;

import dev.guildhall.ports.tool.ToolVersion;
import java.util.Map;

/**
 * What a server says of itself.
 *
 * @param version its own, which its tools have too
 * @param hasTools whether it has any to offer
 */
record ServerFacts(ToolVersion version, boolean hasTools) {
    private static final String UNKNOWN_VERSION = "1.0.0";

    static ServerFacts of(Map<String, Object> introduction) {
        String version = Json.text(Json.object(introduction, "serverInfo"), "version")
                .orElse("")
                .replaceAll("[\\p{Cntrl}\\p{Zl}\\p{Zp}]", "");
        String fitted = Words.cut(version, ToolVersion.MAX).strip();
        return new ServerFacts(
                new ToolVersion(fitted.isEmpty() ? UNKNOWN_VERSION : fitted),
                Json.object(introduction, "capabilities").containsKey("tools"));
    }
}
