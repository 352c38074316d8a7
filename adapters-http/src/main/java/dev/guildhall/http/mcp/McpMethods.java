package dev.guildhall.http.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.ports.assistant.AssistantSummary;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.tool.Tool;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.RequestReader;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

/** The methods of the protocol that both eras have, and how the older begins. */
final class McpMethods {
    static final String INITIALIZE = "initialize";
    static final String CALL = "tools/call";

    /** The member of a list that has the tools. */
    static final String TOOLS = "tools";

    /** The methods during which a server may send more than its response. */
    static final Set<String> MAY_STREAM = Set.of(CALL, "prompts/get", "resources/read");

    /** The number of tools on a page; the cursor leads to the others, but not every client follows it. */
    static final int PAGE = 100;

    /** Begins the cursors of assistants: the identifiers of assistants do, and no name of a tool does without a dot. */
    private static final String ASSISTANTS = "ast_";

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
    private final AssistantTools assistants;
    private final PassedRequests passed;
    private final Introductions introductions;
    private final ResourceSubscriptions subscriptions;
    private final McpCalls running = new McpCalls();
    private final ToolForms forms = new ToolForms();

    McpMethods(
            McpCatalogue catalogue,
            McpToolCalls calls,
            MetaTools meta,
            AssistantTools assistants,
            PassedRequests passed,
            Introductions introductions,
            ResourceSubscriptions subscriptions) {
        this.catalogue = catalogue;
        this.calls = calls;
        this.meta = meta;
        this.assistants = assistants;
        this.passed = passed;
        this.introductions = introductions;
        this.subscriptions = subscriptions;
    }

    /**
     * Carries out a request; its result is an object of JSON.
     *
     * @param called the tool that the request calls, as {@link #called} finds it
     * @throws RpcRefusal when the method or its parameters are refused
     */
    Map<String, Object> answer(Peer peer, RpcMessage.Request request, Optional<Tool> called, ClientChannel channel) {
        return switch (request.method()) {
            case INITIALIZE -> initialized(peer, request);
            case "ping" -> Map.of();
            case "tools/list" -> list(peer, request);
            case CALL -> call(peer, request, called, channel);
            case "resources/subscribe", "resources/unsubscribe" -> subscription(peer, request);
            default -> {
                if (!PassedRequests.METHODS.contains(request.method())) {
                    throw RpcRefusal.unknownMethod(request.method());
                }
                yield passed.answer(peer, request, channel);
            }
        };
    }

    /** The client's protocol revision if it is supported, else the latest; the client decides whether it continues. */
    private Map<String, Object> initialized(Peer peer, RpcMessage.Request request) {
        String wanted = request.params(McpMethods::version);
        ProtocolVersion version = ProtocolVersion.of(wanted)
                .filter(known -> !ProtocolVersion.isNewer(wanted))
                .orElse(ProtocolVersion.LATEST);
        Introductions.Introduction said = introductions.of(peer);
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("protocolVersion", version.wireName());
        result.put("capabilities", said.capabilities());
        result.put("serverInfo", said.server());
        if (!said.instructions().isEmpty()) {
            result.put("instructions", said.instructions());
        }
        return result;
    }

    private static String version(JsonBody body) {
        Supplier<String> wanted = body.required("protocolVersion", RequestReader.text());
        body.check();
        return wanted.get();
    }

    /** Handles a notification; unknown ones are ignored, as the protocol requires. */
    void take(Peer peer, RpcMessage.Notification notification) {
        if (notification.method().equals("notifications/cancelled")) {
            JsonNode id = notification.params().path("requestId");
            running.cancel(peer, id);
        }
    }

    /**
     * A page of the caller's tools, and behind the last of them of the caller's assistants. When one page cannot hold the
     * tools, it begins with those that search for others.
     */
    private Map<String, Object> list(Peer peer, RpcMessage.Request request) {
        Optional<String> behind = request.params(McpMethods::cursor);
        boolean isOfAssistants =
                behind.filter(last -> last.startsWith(ASSISTANTS)).isPresent();
        NavigableMap<ToolName, Tool> all = isOfAssistants ? new TreeMap<>() : catalogue.all(peer.user(), peer.view());
        boolean withMeta =
                behind.isEmpty() && all.size() > PAGE && peer.view().only().isEmpty();
        NavigableMap<ToolName, Tool> left = behind.filter(last -> !isOfAssistants)
                .map(last -> all.tailMap(new ToolName(last), false))
                .orElse(all);
        List<Tool> shown =
                left.size() > PAGE ? left.values().stream().limit(PAGE).toList() : List.copyOf(left.values());
        Optional<String> next = Optional.empty();
        List<Map<String, Object>> more = List.of();
        if (left.size() > PAGE) {
            next = Optional.of(shown.getLast().definition().name().value());
        } else {
            String from = behind.filter(last -> isOfAssistants).orElse(ASSISTANTS);
            Map<String, AssistantSummary> rest = assistants.behind(peer, from);
            more = AssistantTools.forms(rest, PAGE - shown.size());
            next = Optional.of(more.size())
                    .filter(count -> count < rest.size())
                    .map(count -> AssistantTools.lastOf(rest, count).orElse(from));
        }
        Map<String, Object> result = new LinkedHashMap<>();
        result.put(TOOLS, forms.page(shown, withMeta, peer.view(), more));
        next.ifPresent(last -> result.put("nextCursor", encoded(last)));
        return result;
    }

    private static Optional<String> cursor(JsonBody body) {
        Supplier<Optional<String>> cursor = body.optional("cursor", RequestReader.text(McpMethods::decoded));
        body.check();
        return cursor.get();
    }

    private static String encoded(String last) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(last.getBytes(StandardCharsets.US_ASCII));
    }

    private static String decoded(String cursor) {
        try {
            String last = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.US_ASCII);
            return last.startsWith(ASSISTANTS) ? last : new ToolName(last).value();
        } catch (IllegalArgumentException | Refusal malformed) {
            throw Refusal.invalid("cursor", "must be a nextCursor of this server");
        }
    }

    private Map<String, Object> call(
            Peer peer, RpcMessage.Request request, Optional<Tool> called, ClientChannel channel) {
        CallParams params = request.params(CallParams::of);
        return running.run(peer, request.id(), () -> call(peer, params, request, called, channel));
    }

    private Map<String, Object> call(
            Peer peer, CallParams params, RpcMessage.Request request, Optional<Tool> called, ClientChannel channel) {
        boolean hasMeta = peer.view().only().isEmpty();
        if (hasMeta && params.name().equals(MetaTools.SEARCH)) {
            return meta.search(peer.user(), params.arguments());
        }
        if (hasMeta && params.name().equals(MetaTools.CALL)) {
            return meta.call(peer, request, params.arguments(), channel);
        }
        if (hasMeta && AssistantTools.isNamed(params.name())) {
            return assistants.call(peer, params.name(), params.arguments());
        }
        Tool tool = called.orElseThrow(() -> RpcRefusal.unknownTool(params.name()));
        return calls.call(peer, tool, params.arguments(), request, channel);
    }

    /** In the older era a session says which resources it follows, where the server reports their changes. */
    private Map<String, Object> subscription(Peer peer, RpcMessage.Request request) {
        if (peer.isNewer() || !introductions.of(peer).hasSubscriptions()) {
            throw RpcRefusal.unknownMethod(request.method());
        }
        String uri = Params.required(request.params(), "uri");
        if (request.method().equals("resources/subscribe")) {
            subscriptions.add(peer, uri);
        } else {
            subscriptions.remove(peer, uri);
        }
        return Map.of();
    }

    /** The tool that a request calls by its name; empty when it calls none. */
    Optional<Tool> called(Peer peer, RpcMessage.Request request) {
        return Optional.ofNullable(request.params().path("name").textValue())
                .filter(name -> request.method().equals(CALL))
                .flatMap(name -> catalogue.find(peer.user(), peer.view(), name));
    }

    Introductions.Introduction introduction(Peer peer) {
        return introductions.of(peer);
    }

    /** Whether an imported server carries out a request, and sends its own progress. */
    static boolean isPassedOn(RpcMessage.Request request, Optional<Tool> called) {
        return !request.method().equals(CALL)
                || called.filter(tool -> !tool.definition().declared().isEmpty())
                        .isPresent();
    }
}
