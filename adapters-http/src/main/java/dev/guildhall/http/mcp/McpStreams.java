package dev.guildhall.http.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.http.Exchange;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.tool.ServerRequests;
import dev.guildhall.wire.json.Json;
import dev.guildhall.wire.sse.SseWriter;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** The event streams of streamable HTTP: of one call, and of changes to the list of tools. */
final class McpStreams {
    static final String LAST_EVENT_ID = "Last-Event-ID";

    /** How often the client is told that a call is still running. */
    static final Duration PROGRESS = Duration.ofSeconds(2);

    /** A call without a progress token that ends within this time is answered with one JSON body. */
    static final Duration SHORT = Duration.ofSeconds(1);

    /** How long a client waits for one body that can take no stream up again. */
    private static final Duration LONG = Duration.ofHours(1);

    private static final Logger LOG = System.getLogger(McpStreams.class.getName());
    private static final int OK = 200;
    private static final String MESSAGE = "message";
    private static final String TOOLS = "tools.";
    private static final String LIST_CHANGED = RpcJson.notification("notifications/tools/list_changed", Map.of());

    private final DetachedCalls calls;
    private final ToolListVersions versions;
    private final ServerRequests servers;
    private final ResourceSubscriptions subscriptions;

    McpStreams(
            DetachedCalls calls,
            ToolListVersions versions,
            ServerRequests servers,
            ResourceSubscriptions subscriptions) {
        this.calls = calls;
        this.servers = servers;
        this.subscriptions = subscriptions;
        this.versions = versions;
    }

    /**
     * Answers a call with a stream when it takes long, when its client wants to know its progress, or when its server
     * sends something before the answer. Without a session, or with too many calls, the answer is one body, and the call
     * ends when its client disconnects.
     */
    void answer(
            Exchange exchange,
            Peer peer,
            RpcMessage.Request request,
            boolean isPrimed,
            boolean passedOn,
            Function<ClientChannel, Object> work) {
        Optional<DetachedCall> call =
                peer.session().isPresent() ? calls.begin(peer, request, passedOn, work) : Optional.empty();
        if (call.isPresent()) {
            answer(exchange, call.get(), isPrimed);
        } else {
            exchange.json(OK, RpcJson.result(request.id(), work.apply(ClientChannel.NONE)));
        }
    }

    private void answer(Exchange exchange, DetachedCall call, boolean isPrimed) {
        Optional<DetachedCall.Event> first;
        try {
            first = call.next(patience(call, isPrimed));
        } catch (InterruptedException left) {
            call.cancel();
            throw cancelled();
        }
        if (first.orElse(null) instanceof DetachedCall.Event.Answered) {
            call.release();
            json(exchange, call.answer().orElseThrow());
        } else {
            send(exchange, call, first, isPrimed);
        }
    }

    /** A client that cannot take up a stream again, and does not ask for progress, gets one only for a message. */
    private static Duration patience(DetachedCall call, boolean isPrimed) {
        if (call.progressToken().isPresent()) {
            return call.isPassedOn() ? SHORT : Duration.ZERO;
        }
        return isPrimed ? SHORT : LONG;
    }

    /** Takes a client's answer to a question of a call. */
    void answered(Peer peer, RpcMessage.Response response) {
        calls.answered(peer, response);
    }

    private static void json(Exchange exchange, McpResponse answer) {
        switch (answer) {
            case McpResponse.Message(String message) ->
                exchange.jsonBytes(OK, message.getBytes(StandardCharsets.UTF_8));
            case McpResponse.Failed(RuntimeException failure) -> throw failure;
        }
    }

    /** Sends the rest of a call. When the client disconnects, the call goes on: the client may ask for the answer. */
    private static void send(
            Exchange exchange, DetachedCall call, Optional<DetachedCall.Event> first, boolean isPrimed) {
        try (SseWriter out = exchange.stream()) {
            if (isPrimed) {
                out.event(MESSAGE, call.eventId(false).text(), "");
            } else {
                out.open();
            }
            Optional<DetachedCall.Event> event = first;
            while (call.answer().isEmpty() || event.isPresent()) {
                switch (event.orElse(null)) {
                    case DetachedCall.Event.Message(String text) ->
                        out.event(MESSAGE, call.eventId(false).text(), text);
                    case DetachedCall.Event.Answered _ -> {}
                    case null ->
                        call.progressToken()
                                .filter(token -> !call.isPassedOn())
                                .ifPresent(token -> progress(out, call, token));
                }
                event = call.next(call.answer().isPresent() ? Duration.ZERO : PROGRESS);
            }
            McpResponse answer = call.answer().orElseThrow();
            logBug(answer);
            out.event(MESSAGE, call.eventId(true).text(), answer.message(call.requestId()));
        } catch (InterruptedException left) {
            Thread.currentThread().interrupt();
            throw cancelled();
        }
    }

    /** The response has begun, so the failure cannot become an HTTP error that the dispatcher logs. */
    private static void logBug(McpResponse answer) {
        if (answer instanceof McpResponse.Failed(RuntimeException bug)
                && !(bug instanceof Refusal || bug instanceof RpcRefusal)) {
            LOG.log(Level.ERROR, "a call has failed", bug);
        }
    }

    /** The length of a call is not known, so its progress is the time that it has taken, without a total. */
    private static void progress(SseWriter out, DetachedCall call, JsonNode token) {
        double seconds = call.age().toMillis() / 1000.0;
        Map<String, Object> params = new LinkedHashMap<>();
        params.put("progressToken", token);
        params.put("progress", seconds);
        params.put("message", "running for " + call.age().toSeconds() + " s");
        String notification = RpcJson.notification("notifications/progress", params);
        out.event(MESSAGE, call.eventId(false).text(), notification);
    }

    /** Sends what follows the last event that the client has received; without one, changes to the list of tools. */
    void resume(Exchange exchange, Peer peer, boolean isPrimed) {
        String last = exchange.requestHeader(LAST_EVENT_ID).orElse("");
        Optional<EventId> event = EventId.parse(last);
        if (event.isEmpty()) {
            listen(exchange, peer, last, isPrimed);
        } else if (event.get().isAnswer()) {
            exchange.noContent();
        } else {
            resume(exchange, peer, event.get(), isPrimed);
        }
    }

    private void resume(Exchange exchange, Peer peer, EventId event, boolean isPrimed) {
        Optional<DetachedCall> call = calls.find(peer, event.call());
        if (call.isPresent()) {
            exchange.watch().cancelWhenClientLeaves();
            send(exchange, call.get(), Optional.empty(), isPrimed);
            return;
        }
        try (SseWriter out = exchange.stream()) {
            RpcJson.ErrorJson error = RpcJson.error(
                    event.request(),
                    RpcCode.SERVER_ERROR,
                    "this node does not keep the answer; the call may have been carried out",
                    Map.of());
            out.event(MESSAGE, new EventId(event.call(), true, event.request()).text(), Json.text(error));
        }
    }

    /** The identifier of an event names the list, so a client that was away learns whether the list has changed. */
    private void listen(Exchange exchange, Peer peer, String last, boolean isPrimed) {
        exchange.watch().beginWait();
        try (SseWriter out = exchange.stream();
                ToolListVersions.Reader list = versions.open(peer)) {
            String current = list.current();
            if (isPrimed) {
                out.event(MESSAGE, TOOLS + current, "");
            } else {
                out.open();
            }
            String known = last.startsWith(TOOLS) ? last.substring(TOOLS.length()) : current;
            while (true) {
                known = follow(out, peer, list, known);
            }
        } catch (InterruptedException left) {
            Thread.currentThread().interrupt();
            throw cancelled();
        }
    }

    /** Reports changes until the session subscribes to other resources; returns the state of the list of tools. */
    private String follow(SseWriter out, Peer peer, ToolListVersions.Reader list, String before)
            throws InterruptedException {
        String known = before;
        Set<String> resources = subscriptions.of(peer);
        Map<String, Object> wanted = new LinkedHashMap<>();
        wanted.put("promptsListChanged", true);
        wanted.put("resourcesListChanged", true);
        if (!resources.isEmpty()) {
            wanted.put(ServerChanges.RESOURCES, List.copyOf(resources));
        }
        try (ServerChanges changes = ServerChanges.follow(servers, peer, wanted)) {
            while (subscriptions.of(peer).equals(resources)) {
                String current = list.current();
                if (!current.equals(known)) {
                    out.event(MESSAGE, TOOLS + current, LIST_CHANGED);
                    known = current;
                }
                Optional<ServerChanges.Change> change = changes.next(ToolListVersions.MAX_AGE);
                if (change.isPresent()) {
                    String text = RpcJson.notification(
                            change.get().method(), change.get().params());
                    out.event(MESSAGE, TOOLS + current, text);
                }
            }
        }
        return known;
    }

    static Refusal cancelled() {
        return new Refusal(new CommonProblem.Cancelled());
    }
}
