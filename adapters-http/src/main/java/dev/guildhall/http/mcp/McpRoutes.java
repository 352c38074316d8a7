package dev.guildhall.http.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.http.Access;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.Route;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.driving.DrivingPorts;
import dev.guildhall.ports.integration.Integrations;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.telemetry.McpMeter;
import dev.guildhall.ports.tool.Tool;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

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

    private static final int METHOD_NOT_ALLOWED = 405;
    private static final int NOT_ACCEPTABLE = 406;
    private static final int UNSUPPORTED_MEDIA_TYPE = 415;
    private static final String JSON = "application/json";
    private static final List<String> TAKES_JSON = List.of(JSON, "application/*", "*/*");

    private static final String EVENTS = "text/event-stream";
    private static final List<String> TAKES_EVENTS = List.of(EVENTS, "text/*", "*/*");

    private static final String ONE = "/{integration}";

    private final Integrations integrations;
    private final McpMethods methods;
    private final McpStreams streams;
    private final NewerRequests newer;
    private final TracedRequests traced;

    /** @param key the same on all nodes; seals what imported servers want to get back from clients */
    public McpRoutes(DrivingPorts core, byte[] key, InstantSource clock, McpMeter meter) {
        McpCatalogue catalogue = new McpCatalogue(core.tools());
        RequestStates states = new RequestStates(key, clock);
        McpToolCalls calls = new McpToolCalls(core.toolExecutions(), states);
        ResourceSubscriptions subscriptions = new ResourceSubscriptions();
        AssistantTools assistants = new AssistantTools(core.assistants(), core.agents());
        ToolListVersions versions = new ToolListVersions(catalogue, assistants);
        this.integrations = core.integrations();
        this.methods = new McpMethods(
                catalogue,
                calls,
                new MetaTools(core.tools(), catalogue, calls),
                assistants,
                new PassedRequests(core.serverRequests(), states),
                new Introductions(core.serverRequests()),
                subscriptions);
        this.streams =
                new McpStreams(new DetachedCalls(core.accounts()), versions, core.serverRequests(), subscriptions);
        this.traced = new TracedRequests(meter, clock);
        this.newer = new NewerRequests(methods, traced, new Subscriptions(core.serverRequests(), versions));
    }

    public List<Route> routes() {
        return List.of(
                Route.post("", Access.BEARER, exchange -> post(exchange, McpView.ALL)),
                Route.get("", Access.BEARER, exchange -> get(exchange, McpView.ALL)),
                Route.post(ONE, Access.BEARER, exchange -> post(exchange, one(exchange))),
                Route.get(ONE, Access.BEARER, exchange -> get(exchange, one(exchange))));
    }

    /** The view of one integration, which must exist. */
    private McpView one(Exchange exchange) {
        IntegrationName name =
                exchange.pathId("integration", new CommonProblem.NotFound("integration"), IntegrationName::new);
        return new McpView(Optional.of(
                integrations.find(exchange.caller(), name).integration().name()));
    }

    private void post(Exchange exchange, McpView view) {
        Supplier<JsonNode> body = body(exchange);
        // A client that disconnects cannot fetch the response later.
        exchange.watch().cancelWhenClientLeaves();
        try {
            check(exchange);
            if (body.get().isArray()) {
                batch(exchange, view, body.get());
            } else if (NewerHeaders.isNewer(exchange, body.get())) {
                single(exchange, body.get(), node -> newer.answer(exchange, view, node, asksForEvents(exchange)));
            } else {
                single(exchange, body.get(), node -> older(exchange, view, node));
            }
        } catch (RpcRefusal refused) {
            exchange.json(refused.status(), RpcJson.error(RpcMessage.NO_ID, refused));
        }
    }

    private void get(Exchange exchange, McpView view) {
        try {
            if (exchange.requestHeader(NewerHeaders.VERSION)
                    .filter(ProtocolVersion::isNewer)
                    .isPresent()) {
                exchange.header("Allow", "POST");
                throw RpcRefusal.ofHttp(METHOD_NOT_ALLOWED, "this revision has no GET: send " + NewerRequests.LISTEN);
            }
            ProtocolVersion version = version(exchange);
            if (!accepts(exchange, TAKES_EVENTS)) {
                throw RpcRefusal.ofHttp(NOT_ACCEPTABLE, "Accept: must allow " + EVENTS);
            }
            streams.resume(exchange, peer(exchange, view), version.hasPrimedStreams());
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

    private static void single(Exchange exchange, JsonNode node, Consumer<JsonNode> answer) {
        try {
            answer.accept(node);
        } catch (RpcRefusal refused) {
            exchange.json(refused.status(), RpcJson.error(RpcMessage.idOf(node), refused));
        }
    }

    private void older(Exchange exchange, McpView view, JsonNode node) {
        switch (RpcMessage.of(node)) {
            case RpcMessage.Request request -> answer(exchange, view, request);
            case RpcMessage.Notification notification -> {
                version(exchange);
                methods.take(peer(exchange, view), notification);
                exchange.accepted();
            }
            case RpcMessage.Response response -> {
                version(exchange);
                streams.answered(peer(exchange, view), response);
                exchange.accepted();
            }
        }
    }

    private void answer(Exchange exchange, McpView view, RpcMessage.Request request) {
        if (request.method().equals(McpMethods.INITIALIZE)) {
            String wanted = request.params().path("protocolVersion").asText("");
            TracedRequests.Origin first = TracedRequests.Origin.of(exchange, peer(exchange, view), wanted);
            Object initialized = answer(first, request, ClientChannel.NONE);
            // Distinguishes the clients of one user and grants no rights: the access token does.
            exchange.header(SESSION, McpSessionId.of(request.params().path("capabilities")));
            exchange.json(OK, RpcJson.result(request.id(), initialized));
            return;
        }
        boolean isPrimed = version(exchange).hasPrimedStreams();
        Peer peer = peer(exchange, view);
        TracedRequests.Origin origin = origin(exchange, peer);
        if (McpMethods.MAY_STREAM.contains(request.method()) && asksForEvents(exchange)) {
            Optional<Tool> called = methods.called(peer, request);
            streams.answer(
                    exchange,
                    peer,
                    request,
                    isPrimed,
                    McpMethods.isPassedOn(request, called),
                    channel -> answer(origin, request, called, channel));
        } else {
            exchange.json(OK, RpcJson.result(request.id(), answer(origin, request, ClientChannel.NONE)));
        }
    }

    private Object answer(TracedRequests.Origin origin, RpcMessage.Request request, ClientChannel channel) {
        return answer(origin, request, methods.called(origin.peer(), request), channel);
    }

    private Object answer(
            TracedRequests.Origin origin, RpcMessage.Request request, Optional<Tool> called, ClientChannel channel) {
        return traced.answer(origin, request, within -> methods.answer(origin.peer(), within, called, channel));
    }

    private static TracedRequests.Origin origin(Exchange exchange, Peer peer) {
        return TracedRequests.Origin.of(exchange, peer, version(exchange).wireName());
    }

    private static boolean asksForEvents(Exchange exchange) {
        return exchange.requestHeader("Accept")
                .filter(accept -> hasRange(accept, List.of(EVENTS)))
                .isPresent();
    }

    private void batch(Exchange exchange, McpView view, JsonNode batch) {
        if (!version(exchange).hasBatches()) {
            throw RpcRefusal.invalidRequest("a body is one message, not an array of them");
        }
        if (batch.isEmpty() || batch.size() > MAX_BATCH) {
            throw RpcRefusal.invalidRequest("a batch has 1 to " + MAX_BATCH + " messages");
        }
        Peer peer = peer(exchange, view);
        TracedRequests.Origin origin = origin(exchange, peer);
        List<Object> answers = new ArrayList<>();
        batch.forEach(node -> answerInBatch(origin, node).ifPresent(answers::add));
        if (answers.isEmpty()) {
            exchange.accepted();
        } else {
            exchange.json(OK, answers);
        }
    }

    private Optional<Object> answerInBatch(TracedRequests.Origin origin, JsonNode node) {
        Peer peer = origin.peer();
        try {
            return switch (RpcMessage.of(node)) {
                case RpcMessage.Request request -> {
                    if (request.method().equals(McpMethods.INITIALIZE)) {
                        throw RpcRefusal.invalidRequest("initialize comes alone");
                    }
                    yield Optional.of(RpcJson.result(request.id(), answer(origin, request, ClientChannel.NONE)));
                }
                case RpcMessage.Notification notification -> {
                    methods.take(peer, notification);
                    yield Optional.empty();
                }
                case RpcMessage.Response response -> {
                    streams.answered(peer, response);
                    yield Optional.empty();
                }
            };
        } catch (RpcRefusal refused) {
            return Optional.of(RpcJson.error(RpcMessage.idOf(node), refused));
        }
    }

    private static Peer peer(Exchange exchange, McpView view) {
        Optional<String> session = exchange.requestHeader(SESSION).filter(id -> id.length() <= MAX_SESSION);
        return Peer.older(exchange.caller().requireUser(), session, view);
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
                .map(accept -> hasRange(accept, types))
                .orElse(true);
    }

    private static boolean hasRange(String accept, List<String> types) {
        for (String range : accept.split(",")) {
            if (types.contains(mediaType(range))) {
                return true;
            }
        }
        return false;
    }

    private static String mediaType(String value) {
        int parameters = value.indexOf(';');
        return (parameters < 0 ? value : value.substring(0, parameters)).strip().toLowerCase(Locale.ROOT);
    }

    private static ProtocolVersion version(Exchange exchange) {
        return exchange.requestHeader(NewerHeaders.VERSION)
                .map(name -> ProtocolVersion.of(name).orElseThrow(() -> RpcRefusal.unsupportedVersion(name)))
                .orElse(ProtocolVersion.UNNAMED);
    }
}
