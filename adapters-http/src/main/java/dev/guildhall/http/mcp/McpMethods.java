package dev.guildhall.http.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.tool.Tool;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.RequestReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.function.Supplier;

/** The methods of the protocol: initialization, ping and tools. */
final class McpMethods {
    static final String INITIALIZE = "initialize";
    static final String CALL = "tools/call";

    private static final Map<String, Object> SERVER =
            Map.of("name", "guildhall", "title", "Guildhall", "version", "1.0.0");
    private static final Map<String, Object> CAPABILITIES = Map.of("tools", Map.of("listChanged", true));
    private static final String INSTRUCTIONS =
            "The tools of a Guildhall registry that its user may call. The first part of a tool's name is the"
                    + " integration that it uses. Where there are many tools not all are listed, and "
                    + MetaTools.SEARCH
                    + " finds the others. When a tool answers that its integration is not connected or lacks scopes,"
                    + " only the user can help: say so, and what is missing.";

    record InitializedJson(
            String protocolVersion,
            Map<String, Object> capabilities,
            Map<String, Object> serverInfo,
            String instructions) {}

    /** The number of tools on a page; the cursor leads to the others, but not every client follows it. */
    static final int PAGE = 100;

    private record CallParams(String name, Map<String, Object> arguments) {
        static CallParams of(JsonBody body) {
            Supplier<String> name = body.required("name", RequestReader.text());
            Supplier<Map<String, Object>> arguments = body.optional("arguments", RequestReader.dataObject(), Map.of());
            body.check();
            return new CallParams(name.get(), arguments.get());
        }
    }

    private final McpCatalogue catalogue;
    private final McpToolCalls calls;
    private final MetaTools meta;
    private final McpCalls running;

    McpMethods(McpCatalogue catalogue, McpToolCalls calls, MetaTools meta, McpCalls running) {
        this.catalogue = catalogue;
        this.calls = calls;
        this.meta = meta;
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
            case "tools/list" -> list(peer.user(), request);
            case CALL -> call(peer, request);
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

    /**
     * A page of the caller's tools. When one page cannot hold them all, it begins with the tools that search for
     * others.
     */
    private ToolListJson list(Caller.User user, RpcMessage.Request request) {
        Optional<ToolName> behind = request.params(McpMethods::cursor);
        NavigableMap<ToolName, Tool> all = catalogue.all(user);
        List<Map<String, Object>> page = new ArrayList<>();
        if (behind.isEmpty() && all.size() > PAGE) {
            page.addAll(MetaTools.forms());
        }
        NavigableMap<ToolName, Tool> left =
                behind.map(name -> all.tailMap(name, false)).orElse(all);
        List<Tool> shown = left.values().stream().limit(PAGE).toList();
        shown.stream().map(ToolListJson::form).forEach(page::add);
        return new ToolListJson(page, left.size() > PAGE ? encoded(shown.getLast()) : null);
    }

    private static Optional<ToolName> cursor(JsonBody body) {
        Supplier<Optional<ToolName>> cursor = body.optional("cursor", RequestReader.text(McpMethods::decoded));
        body.check();
        return cursor.get();
    }

    private static String encoded(Tool last) {
        byte[] name = last.definition().name().value().getBytes(StandardCharsets.US_ASCII);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(name);
    }

    private static ToolName decoded(String cursor) {
        try {
            return new ToolName(new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.US_ASCII));
        } catch (IllegalArgumentException | Refusal malformed) {
            throw Refusal.invalid("cursor", "must be a nextCursor of this server");
        }
    }

    private CallResultJson call(Peer peer, RpcMessage.Request request) {
        CallParams params = request.params(CallParams::of);
        return running.run(peer, request.id(), () -> call(peer.user(), params));
    }

    private CallResultJson call(Caller.User user, CallParams params) {
        return switch (params.name()) {
            case MetaTools.SEARCH -> meta.search(user, params.arguments());
            case MetaTools.CALL -> meta.call(user, params.arguments());
            default -> {
                Tool tool =
                        catalogue.find(user, params.name()).orElseThrow(() -> RpcRefusal.unknownTool(params.name()));
                yield calls.call(user, tool, params.arguments());
            }
        };
    }
}
