package dev.guildhall.http.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.http.Access;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.Route;
import dev.guildhall.ports.execution.ToolExecutions;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.session.Accounts;
import dev.guildhall.ports.tool.Tools;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The endpoint of streamable HTTP. Any node can handle any request; only the answer of a call whose connection broke is
 * kept by the node that runs the call.
 */
public final class McpRoutes {
    public static final String PATH = "/mcp";

    /** The largest number of messages in one body of the revision 2025-03-26. */
    static final int MAX_BATCH = 10;

    private static final int MAX_SESSION = 128;
    private static final int OK = 200;
    private static final String SESSION = "Mcp-Session-Id";

    private static final int NOT_ACCEPTABLE = 406;
    private static final int UNSUPPORTED_MEDIA_TYPE = 415;
    private static final String JSON = "application/json";
    private static final List<String> TAKES_JSON = List.of(JSON, "application/*", "*/*");

    private static final String EVENTS = "text/event-stream";
    private static final List<String> TAKES_EVENTS = List.of(EVENTS, "text/*", "*/*");

    private final McpMethods methods;
    private final McpStreams streams;

    public McpRoutes(Tools tools, ToolExecutions executions, Accounts accounts) {
        McpCalls running = new McpCalls();
        McpCatalogue catalogue = new McpCatalogue(tools);
        McpToolCalls calls = new McpToolCalls(executions);
        MetaTools meta = new MetaTools(tools, catalogue, calls);
        this.methods = new McpMethods(catalogue, calls, meta, running);
        this.streams = new McpStreams(new DetachedCalls(accounts), new ToolListVersions(catalogue));
    }

    public List<Route> routes() {
        return List.of(Route.post("", Access.BEARER, this::post), Route.get("", Access.BEARER, this::get));
    }

    private void post(Exchange exchange) {
        Supplier<JsonNode> body = body(exchange);
        // A client that disconnects cannot fetch the response later.
        exchange.watch().cancelWhenClientLeaves();
        try {
            check(exchange);
            if (body.get().isArray()) {
                batch(exchange, body.get());
            } else {
                single(exchange, body.get());
            }
        } catch (RpcRefusal refused) {
            exchange.json(refused.status(), RpcJson.error(RpcMessage.NO_ID, refused));
        }
    }

    private void get(Exchange exchange) {
        try {
            ProtocolVersion version = version(exchange);
            if (!accepts(exchange, TAKES_EVENTS)) {
                throw RpcRefusal.ofHttp(NOT_ACCEPTABLE, "Accept: must allow " + EVENTS);
            }
            streams.resume(exchange, peer(exchange), version.hasPrimedStreams());
        } catch (RpcRefusal refused) {
            exchange.json(refused.status(), RpcJson.error(RpcMessage.NO_ID, refused));
        }
    }

    /**
     * Reads the body at once, so that the connection can be used again after an error; a malformed body is refused
     * later.
     */
    private static Supplier<JsonNode> body(Exchange exchange) {
        try {
            JsonNode tree = exchange.tree();
            return () -> tree;
        } catch (Refusal malformed) {
            return () -> {
                throw RpcRefusal.parseError(malformed.problem().message());
            };
        }
    }

    private void single(Exchange exchange, JsonNode node) {
        try {
            switch (RpcMessage.of(node)) {
                case RpcMessage.Request request -> answer(exchange, request);
                case RpcMessage.Notification notification -> {
                    version(exchange);
                    methods.take(peer(exchange), notification);
                    exchange.accepted();
                }
                case RpcMessage.Response ignored -> {
                    version(exchange);
                    exchange.accepted();
                }
            }
        } catch (RpcRefusal refused) {
            exchange.json(refused.status(), RpcJson.error(RpcMessage.idOf(node), refused));
        }
    }

    private void answer(Exchange exchange, RpcMessage.Request request) {
        if (request.method().equals(McpMethods.INITIALIZE)) {
            Object initialized = methods.answer(peer(exchange), request);
            // Distinguishes the clients of one user and grants no rights: the access token does.
            exchange.header(SESSION, UUID.randomUUID().toString());
            exchange.json(OK, RpcJson.result(request.id(), initialized));
        } else {
            boolean isPrimed = version(exchange).hasPrimedStreams();
            Peer peer = peer(exchange);
            if (request.method().equals(McpMethods.CALL) && asksForEvents(exchange)) {
                streams.answer(exchange, peer, request, isPrimed, () -> methods.answer(peer, request));
            } else {
                exchange.json(OK, RpcJson.result(request.id(), methods.answer(peer, request)));
            }
        }
    }

    private static boolean asksForEvents(Exchange exchange) {
        return exchange.requestHeader("Accept").stream()
                .flatMap(McpRoutes::ranges)
                .anyMatch(EVENTS::equals);
    }

    private void batch(Exchange exchange, JsonNode batch) {
        if (!version(exchange).hasBatches()) {
            throw RpcRefusal.invalidRequest("a body is one message, not an array of them");
        }
        if (batch.isEmpty() || batch.size() > MAX_BATCH) {
            throw RpcRefusal.invalidRequest("a batch has 1 to " + MAX_BATCH + " messages");
        }
        Peer peer = peer(exchange);
        List<Object> answers = new ArrayList<>();
        batch.forEach(node -> answerInBatch(peer, node).ifPresent(answers::add));
        if (answers.isEmpty()) {
            exchange.accepted();
        } else {
            exchange.json(OK, answers);
        }
    }

    private Optional<Object> answerInBatch(Peer peer, JsonNode node) {
        try {
            return switch (RpcMessage.of(node)) {
                case RpcMessage.Request request -> {
                    if (request.method().equals(McpMethods.INITIALIZE)) {
                        throw RpcRefusal.invalidRequest("initialize comes alone");
                    }
                    yield Optional.of(RpcJson.result(request.id(), methods.answer(peer, request)));
                }
                case RpcMessage.Notification notification -> {
                    methods.take(peer, notification);
                    yield Optional.empty();
                }
                case RpcMessage.Response ignored -> Optional.empty();
            };
        } catch (RpcRefusal refused) {
            return Optional.of(RpcJson.error(RpcMessage.idOf(node), refused));
        }
    }

    private static Peer peer(Exchange exchange) {
        Optional<String> session = exchange.requestHeader(SESSION).filter(id -> id.length() <= MAX_SESSION);
        return new Peer(exchange.caller().requireUser(), session);
    }

    private static void check(Exchange exchange) {
        if (!exchange.requestHeader("Content-Type").map(McpRoutes::mediaType).equals(Optional.of(JSON))) {
            throw RpcRefusal.ofHttp(UNSUPPORTED_MEDIA_TYPE, "Content-Type: must be " + JSON);
        }
        if (!accepts(exchange, TAKES_JSON)) {
            throw RpcRefusal.ofHttp(NOT_ACCEPTABLE, "Accept: must allow " + JSON);
        }
    }

    private static boolean accepts(Exchange exchange, List<String> types) {
        return exchange.requestHeader("Accept")
                .map(accept -> ranges(accept).anyMatch(types::contains))
                .orElse(true);
    }

    private static Stream<String> ranges(String accept) {
        return Arrays.stream(accept.split(",")).map(McpRoutes::mediaType);
    }

    private static String mediaType(String value) {
        return value.replaceFirst(";.*", "").strip().toLowerCase(Locale.ROOT);
    }

    private static ProtocolVersion version(Exchange exchange) {
        return exchange.requestHeader("MCP-Protocol-Version")
                .map(name -> ProtocolVersion.of(name).orElseThrow(() -> RpcRefusal.unsupportedVersion(name)))
                .orElse(ProtocolVersion.UNNAMED);
    }
}
