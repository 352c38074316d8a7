package dev.guildhall.http.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.http.Exchange;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.tool.Tool;
import dev.guildhall.wire.json.Json;
import dev.guildhall.wire.sse.SseWriter;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The newer era: each request stands alone, so any node answers it. Its client disconnects to cancel it. It is answered
 * with one body, or with a stream when something is sent before the response.
 */
final class NewerRequests {
    static final String DISCOVER = "server/discover";
    static final String LISTEN = "subscriptions/listen";

    /** How long a client may take what a server said about itself, and lists, as they were. */
    private static final int FRESH_MS = 0;

    private static final Logger LOG = System.getLogger(NewerRequests.class.getName());
    private static final int OK = 200;
    private static final String MESSAGE = "message";
    private static final String COMPLETE = "complete";
    private static final Set<String> CACHEABLE = Set.of(
            DISCOVER, "tools/list", "prompts/list", "resources/list", "resources/templates/list", "resources/read");

    /** Methods of the older era that this one does not have. */
    private static final Set<String> REMOVED = Set.of(McpMethods.INITIALIZE, "ping");

    private final McpMethods methods;
    private final TracedRequests traced;
    private final Subscriptions subscriptions;

    NewerRequests(McpMethods methods, TracedRequests traced, Subscriptions subscriptions) {
        this.methods = methods;
        this.traced = traced;
        this.subscriptions = subscriptions;
    }

    /** @throws RpcRefusal when the message is refused as a whole */
    void answer(Exchange exchange, McpView view, JsonNode node, boolean takesEvents) {
        switch (RpcMessage.of(node)) {
            case RpcMessage.Request request -> answer(exchange, view, request, takesEvents);
            case RpcMessage.Notification _ -> exchange.accepted();
            case RpcMessage.Response _ ->
                throw RpcRefusal.invalidRequest("a client of this revision sends no responses");
        }
    }

    private void answer(Exchange exchange, McpView view, RpcMessage.Request request, boolean takesEvents) {
        try {
            NewerHeaders.check(exchange, request);
            if (REMOVED.contains(request.method())) {
                throw RpcRefusal.unknownMethod(request.method());
            }
            Peer peer = Peer.newer(exchange.caller().requireUser(), view, NewerHeaders.capabilities(request));
            Optional<Tool> called = methods.called(peer, request);
            called.ifPresent(tool -> NewerHeaders.checkParameters(
                    exchange, tool, request.params().path("arguments")));
            TracedRequests.Origin origin = TracedRequests.Origin.of(exchange, peer, NewerHeaders.versionOf(request));
            if (request.method().equals(LISTEN)) {
                subscriptions.listen(exchange, peer, request);
            } else if (takesEvents && McpMethods.MAY_STREAM.contains(request.method())) {
                stream(exchange, origin, request, called);
            } else {
                exchange.jsonBytes(OK, bytes(request, answered(origin, request, called, ClientChannel.NONE)));
            }
        } catch (RpcRefusal refused) {
            throw refused.inNewerEra();
        }
    }

    /** The call runs on a thread of its own, so that this one can write what comes before its end. */
    private void stream(
            Exchange exchange, TracedRequests.Origin origin, RpcMessage.Request request, Optional<Tool> called) {
        LiveCall call = new LiveCall(channel -> result(request, answered(origin, request, called, channel)));
        call.begin();
        try (SseWriter out = exchange.stream()) {
            for (Optional<String> message = call.next(); message.isPresent(); message = call.next()) {
                out.event(MESSAGE, message.get());
            }
            if (out.isStarted()) {
                out.event(MESSAGE, text(call, request.id()));
                return;
            }
        } catch (InterruptedException left) {
            throw McpStreams.cancelled();
        } finally {
            call.cancel();
        }
        exchange.json(OK, RpcJson.result(request.id(), call.result()));
    }

    private static String text(LiveCall call, JsonNode id) {
        try {
            return Json.text(RpcJson.result(id, call.result()));
        } catch (RpcRefusal refused) {
            return Json.text(RpcJson.error(id, refused));
        } catch (Refusal refused) {
            return Json.text(
                    RpcJson.error(id, RpcCode.SERVER_ERROR, refused.problem().message(), Map.of()));
        } catch (RuntimeException bug) {
            LOG.log(Level.ERROR, "a call has failed", bug);
            return Json.text(RpcJson.error(id, RpcCode.INTERNAL_ERROR, "internal error", Map.of()));
        }
    }

    /** The whole response; nearly all lists of tools have one page, whose result is kept with it. */
    private static byte[] bytes(RpcMessage.Request request, Map<String, Object> answered) {
        return answered.size() == 1 && answered.get(McpMethods.TOOLS) instanceof ToolsPage page
                ? RpcJson.result(request.id(), page.alone(() -> Json.bytes(result(request, answered))))
                : Json.bytes(RpcJson.result(request.id(), result(request, answered)));
    }

    private Map<String, Object> answered(
            TracedRequests.Origin origin, RpcMessage.Request request, Optional<Tool> called, ClientChannel channel) {
        Peer peer = origin.peer();
        return traced.answer(
                origin,
                request,
                within -> request.method().equals(DISCOVER)
                        ? discovered(methods.introduction(peer))
                        : methods.answer(peer, within, called, channel));
    }

    /** An answer with what all results of this era have. */
    private static Map<String, Object> result(RpcMessage.Request request, Map<String, Object> answered) {
        Map<String, Object> result = new LinkedHashMap<>(answered);
        result.putIfAbsent("resultType", COMPLETE);
        if (CACHEABLE.contains(request.method()) && COMPLETE.equals(result.get("resultType"))) {
            if (!isTime(result.get("ttlMs"))) {
                result.put("ttlMs", FRESH_MS);
            }
            result.put("cacheScope", "private");
        }
        Map<String, Object> meta = new LinkedHashMap<>(Params.member(result, Params.META));
        meta.putIfAbsent(Introductions.SERVER_INFO, Introductions.server());
        result.put(Params.META, meta);
        return result;
    }

    private static boolean isTime(@Nullable Object value) {
        return (value instanceof Integer || value instanceof Long) && ((Number) value).longValue() >= 0;
    }

    private static Map<String, Object> discovered(Introductions.Introduction said) {
        Map<String, Object> discovered = new LinkedHashMap<>();
        discovered.put("supportedVersions", ProtocolVersion.names());
        discovered.put("capabilities", said.capabilities());
        if (!said.instructions().isEmpty()) {
            discovered.put("instructions", said.instructions());
        }
        discovered.put(Params.META, Map.of(Introductions.SERVER_INFO, said.server()));
        return discovered;
    }
}
