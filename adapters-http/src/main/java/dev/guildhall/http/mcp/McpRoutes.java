package dev.guildhall.http.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.http.Access;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.Route;
import dev.guildhall.ports.execution.ToolExecutions;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.tool.Tools;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * The endpoint of streamable HTTP. No state is kept between requests, so any node can handle any of them; each response
 * is one JSON body, and the server offers no event stream. Thread-safe.
 */
public final class McpRoutes {
    /** The path of the endpoint, at the root of a listener. */
    public static final String PATH = "/mcp";

    /** The largest number of messages in one body of the revision 2025-03-26. */
    static final int MAX_BATCH = 10;

    private static final int MAX_SESSION = 128;
    private static final int OK = 200;
    private static final String SESSION = "Mcp-Session-Id";

    private final McpMethods methods;

    /** The endpoint of a registry. */
    public McpRoutes(Tools tools, ToolExecutions executions) {
        McpCalls running = new McpCalls();
        McpCatalogue catalogue = new McpCatalogue(tools);
        McpToolCalls calls = new McpToolCalls(executions);
        MetaTools meta = new MetaTools(tools, catalogue, calls);
        this.methods = new McpMethods(new ToolMethods(catalogue, calls, meta, running), running);
    }

    /** All routes, for a mount at {@link #PATH}. */
    public List<Route> routes() {
        return List.of(Route.post("", Access.BEARER, this::post));
    }

    private void post(Exchange exchange) {
        Supplier<JsonNode> body = body(exchange);
        // A client that disconnects cannot fetch the response later.
        exchange.watch().cancelWhenClientLeaves();
        try {
            TransportRules.check(exchange);
            if (body.get().isArray()) {
                batch(exchange, body.get());
            } else {
                single(exchange, body.get());
            }
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
                    TransportRules.version(exchange);
                    methods.take(peer(exchange), notification);
                    exchange.accepted();
                }
                case RpcMessage.Response ignored -> {
                    TransportRules.version(exchange);
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
            TransportRules.version(exchange);
            exchange.json(OK, RpcJson.result(request.id(), methods.answer(peer(exchange), request)));
        }
    }

    private void batch(Exchange exchange, JsonNode batch) {
        if (!TransportRules.version(exchange).hasBatches()) {
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
}
