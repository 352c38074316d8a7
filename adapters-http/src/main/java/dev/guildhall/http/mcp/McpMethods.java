package dev.guildhall.http.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.http.json.JsonBody;
import dev.guildhall.http.json.RequestReader;
import java.util.Map;
import java.util.function.Supplier;

/** The methods of the protocol: initialization, ping and tools. Thread-safe. */
final class McpMethods {
    static final String INITIALIZE = "initialize";

    private static final Map<String, Object> SERVER =
            Map.of("name", "guildhall", "title", "Guildhall", "version", "1.0.0");
    private static final Map<String, Object> CAPABILITIES = Map.of("tools", Map.of("listChanged", false));
    private static final String INSTRUCTIONS =
            "The tools of a Guildhall registry that its user may call. The first part of a tool's name is the"
                    + " integration that it uses. Where there are many tools not all are listed, and "
                    + MetaTools.SEARCH
                    + " finds the others. When a tool answers that its integration is not connected or lacks scopes,"
                    + " only the user can help: say so, and what is missing.";

    /** The result of {@code initialize}. */
    record InitializedJson(
            String protocolVersion,
            Map<String, Object> capabilities,
            Map<String, Object> serverInfo,
            String instructions) {}

    private final ToolMethods tools;
    private final McpCalls running;

    McpMethods(ToolMethods tools, McpCalls running) {
        this.tools = tools;
        this.running = running;
    }

    /**
     * Carries out a request; its result is a JSON record.
     *
     * @throws RpcRefusal when the method or its parameters are refused
     */
    Object answer(Peer peer, RpcMessage.Request request) {
        return switch (request.method()) {
            case INITIALIZE -> request.params(McpMethods::initialized);
            case "ping" -> Map.of();
            case "tools/list" -> tools.list(peer.user(), request);
            case "tools/call" -> tools.call(peer, request);
            default -> throw RpcRefusal.unknownMethod(request.method());
        };
    }

    /** The client's protocol revision if it is supported, else the latest; the client decides whether it continues. */
    private static InitializedJson initialized(JsonBody body) {
        Supplier<String> wanted = body.required("protocolVersion", RequestReader.text());
        body.check();
        ProtocolVersion version = ProtocolVersion.of(wanted.get()).orElse(ProtocolVersion.LATEST);
        return new InitializedJson(version.wireName(), CAPABILITIES, SERVER, INSTRUCTIONS);
    }

    /** Handles a notification; unknown ones are ignored, as the protocol requires. */
    void take(Peer peer, RpcMessage.Notification notification) {
        if (notification.method().equals("notifications/cancelled")) {
            JsonNode id = notification.params().path("requestId");
            running.cancel(peer, id);
        }
    }
}
