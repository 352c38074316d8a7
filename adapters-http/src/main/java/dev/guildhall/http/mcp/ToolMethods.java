package dev.guildhall.http.mcp;

import dev.guildhall.http.json.JsonBody;
import dev.guildhall.http.json.RequestReader;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.tool.Tool;
import dev.guildhall.ports.tool.ToolName;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.function.Supplier;

/** The methods {@code tools/list} and {@code tools/call}. Thread-safe. */
final class ToolMethods {
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

    ToolMethods(McpCatalogue catalogue, McpToolCalls calls, MetaTools meta, McpCalls running) {
        this.catalogue = catalogue;
        this.calls = calls;
        this.meta = meta;
        this.running = running;
    }

    /**
     * A page of the caller's tools. When one page cannot hold them all, it begins with the tools that search for
     * others.
     */
    ToolListJson list(Caller.User user, RpcMessage.Request request) {
        Optional<ToolName> behind = request.params(ToolMethods::cursor);
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
        Supplier<Optional<ToolName>> cursor = body.optional("cursor", RequestReader.text(ToolMethods::decoded));
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

    /** Executes a tool; the client may cancel the call. */
    CallResultJson call(Peer peer, RpcMessage.Request request) {
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
