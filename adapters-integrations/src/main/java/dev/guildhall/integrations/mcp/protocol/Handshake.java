package dev.guildhall.integrations.mcp.protocol;

import dev.guildhall.ports.tool.FailureKind;
import java.util.List;
import java.util.Map;

/** Begins a conversation: both sides identify themselves and agree on a version of the protocol. */
public final class Handshake {
    public static final String METHOD = "initialize";
    public static final String TOOLS_CHANGED = "notifications/tools/list_changed";

    /** The supported versions, newest first. */
    static final List<String> VERSIONS = List.of("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05");

    private static final Map<String, Object> US = Map.of("name", "guildhall", "title", "Guildhall", "version", "0.2.0");

    private Handshake() {}

    /** Initializes the session, and returns the server's properties. */
    public static ServerFacts run(McpConversation conversation, CallDeadline deadline) throws McpFault {
        Map<String, Object> answer = conversation.request(
                METHOD,
                Map.of("protocolVersion", VERSIONS.getFirst(), "capabilities", Map.of(), "clientInfo", US),
                deadline);
        String version = McpJson.text(answer, "protocolVersion").orElse("none");
        if (!VERSIONS.contains(version)) {
            throw new McpFault(
                    FailureKind.INVALID_RESPONSE,
                    "the MCP server uses the protocol version " + ServerTexts.cut(version, 40)
                            + ", which is not supported");
        }
        conversation.agreeOn(version);
        conversation.sendNotification("notifications/initialized", Map.of(), deadline);
        return ServerFacts.of(answer);
    }
}
