package dev.guildhall.integrations.mcp.http;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.guildhall.integrations.mcp.ScriptedServer;
import dev.guildhall.integrations.mcp.protocol.McpJson;
import dev.guildhall.integrations.mcp.protocol.McpLimits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** An MCP server over streamable HTTP on loopback that behaves as badly as it is asked to. */
final class HttpServerPeer implements AutoCloseable {
    /** What it does otherwise than it should, or may do as well. */
    enum Habit {
        /** Answers with streams, and says other things first. */
        STREAMS,
        /** Cuts every stream before the answer, which is had by taking it up again. */
        CUTS_STREAMS,
        /** Cuts every stream, and there is no taking it up again. */
        BREAKS_STREAMS,
        /** Does not know sessions. */
        HAS_NO_SESSIONS,
        /** Says that a session is not known with 400. */
        SAYS_400,
        /** Lists one more tool, whose name is empty. */
        LISTS_A_NAMELESS_TOOL,
        /** Knows those alone who have the key. */
        WANTS_A_KEY,
        /** Answers with 503. */
        FAILS,
        /** Answers with a page. */
        ANSWERS_HTML,
        /** Accepts every question, and answers none. */
        ACCEPTS_ONLY,
        /** Answers with more than may be. */
        FLOODS,
        /** Answers with a stream of notifications without end. */
        NEVER_ENDS,
        /** Answers with 503 to what it is asked first. */
        FAILS_AT_DISCOVERY
    }

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final ScriptedServer script = ScriptedServer.fresh();
    private final CountDownLatch over = new CountDownLatch(1);
    private final CountDownLatch firstEnd = new CountDownLatch(1);
    private final AtomicInteger count = new AtomicInteger();
    private final Map<String, String> sessions = new ConcurrentHashMap<>();
    private final Map<String, byte[]> cut = new ConcurrentHashMap<>();

    final Set<Habit> habits = EnumSet.noneOf(Habit.class);
    final List<String> ended = new CopyOnWriteArrayList<>();
    final List<String> versions = new CopyOnWriteArrayList<>();
    final List<String> answers = new CopyOnWriteArrayList<>();
    final BlockingQueue<String> subscriptions = new LinkedBlockingQueue<>();
    final BlockingQueue<String> reports = new LinkedBlockingQueue<>();
    final AtomicInteger introductions = new AtomicInteger();

    HttpServerPeer() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        server.setExecutor(threads);
        server.createContext("/mcp", exchange -> {
            try (exchange) {
                answer(exchange);
            }
        });
        server.start();
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/mcp");
    }

    /** From now on no session is known. */
    void forgetSessions() {
        sessions.clear();
    }

    /** Waits until a session has been ended. */
    void awaitEnd() throws InterruptedException {
        firstEnd.await();
    }

    private void answer(HttpExchange exchange) throws IOException {
        Headers asked = exchange.getRequestHeaders();
        String authorization =
                Optional.ofNullable(asked.getFirst("Authorization")).orElse("anonymous");
        if (habits.contains(Habit.WANTS_A_KEY) && authorization.equals("anonymous")) {
            send(exchange, 401, "text/plain", "who are you?");
            return;
        }
        Optional<String> session = Optional.ofNullable(asked.getFirst("Mcp-Session-Id"));
        if (session.isPresent() && !authorization.equals(sessions.get(session.get()))) {
            send(exchange, habits.contains(Habit.SAYS_400) ? 400 : 404, "text/plain", "No valid session");
            return;
        }
        Optional.ofNullable(asked.getFirst("MCP-Protocol-Version")).ifPresent(versions::add);
        switch (exchange.getRequestMethod()) {
            case "DELETE" -> {
                session.ifPresent(ended::add);
                session.ifPresent(sessions::remove);
                firstEnd.countDown();
                send(exchange, 200, "text/plain", "");
            }
            case "GET" ->
                resume(
                        exchange,
                        Optional.ofNullable(asked.getFirst("Last-Event-ID")).orElse(""));
            default -> hear(exchange, authorization);
        }
    }

    private void resume(HttpExchange exchange, String event) throws IOException {
        if (event.isEmpty()) {
            report(exchange);
            return;
        }
        byte[] rest = Optional.ofNullable(cut.get(event)).orElse(new byte[0]);
        send(exchange, 200, "text/event-stream", new String(rest, StandardCharsets.UTF_8));
    }

    /** The stream of what belongs to no request; it stays open. */
    private void report(HttpExchange exchange) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
        exchange.sendResponseHeaders(200, 0);
        try {
            while (true) {
                exchange.getResponseBody().write(("data: " + reports.take() + "\n\n").getBytes(StandardCharsets.UTF_8));
                exchange.getResponseBody().flush();
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private void hear(HttpExchange exchange, String authorization) throws IOException {
        Map<?, ?> message = (Map<?, ?>)
                McpJson.read(exchange.getRequestBody().readAllBytes()).orElseThrow();
        Object id = Optional.<Object>ofNullable(message.get("id")).orElse("none");
        Map<String, Object> parameters = McpJson.object(message, "params");
        switch (McpJson.text(message, "method").orElse("")) {
            case "initialize" -> {
                introductions.incrementAndGet();
                if (!habits.contains(Habit.HAS_NO_SESSIONS)) {
                    String session = "session-" + count.incrementAndGet();
                    sessions.put(session, authorization);
                    exchange.getResponseHeaders().set("Mcp-Session-Id", session);
                }
                say(exchange, ScriptedServer.result(id, ScriptedServer.introduction("2025-06-18")));
            }
            case "server/discover" ->
                send(exchange, habits.contains(Habit.FAILS_AT_DISCOVERY) ? 503 : 202, "text/plain", "");
            case "resources/subscribe", "resources/unsubscribe" -> {
                subscriptions.add(McpJson.text(message, "method").orElse("") + " "
                        + McpJson.text(parameters, "uri").orElse(""));
                say(exchange, ScriptedServer.result(id, Map.of()));
            }
            case "tools/list" ->
                say(
                        exchange,
                        ScriptedServer.result(
                                id,
                                ScriptedServer.page(
                                        McpJson.text(parameters, "cursor"),
                                        habits.contains(Habit.LISTS_A_NAMELESS_TOOL) ? List.of("") : List.of())));
            case "tools/call" -> call(exchange, id, authorization, parameters);
            case "notifications/cancelled" -> {
                script.cancel(Optional.ofNullable(parameters.get("requestId")).orElse("none"));
                send(exchange, 202, "text/plain", "");
            }
            case "" -> {
                answers.add(message.get("id") + " " + (message.containsKey("result") ? "answered" : "declined"));
                send(exchange, 202, "text/plain", "");
            }
            default -> send(exchange, 202, "text/plain", "");
        }
    }

    private void call(HttpExchange exchange, Object id, String authorization, Map<String, Object> parameters)
            throws IOException {
        String tool = McpJson.text(parameters, "name").orElseThrow();
        if (tool.equals("environment")) {
            say(exchange, ScriptedServer.result(id, ScriptedServer.structured(authorization)));
            return;
        }
        try {
            Optional<Map<String, Object>> answer = script.answer(id, tool, McpJson.object(parameters, "arguments"));
            if (answer.isPresent()) {
                say(exchange, answer.get());
            } else {
                over.await();
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private void say(HttpExchange exchange, Map<String, Object> message) throws IOException {
        String json = new String(McpJson.write(message), StandardCharsets.UTF_8);
        if (habits.contains(Habit.FAILS)) {
            exchange.getResponseHeaders().set("Retry-After", "7");
            send(exchange, 503, "text/plain", "later");
        } else if (habits.contains(Habit.ANSWERS_HTML)) {
            send(exchange, 200, "text/html", "<html>sign in</html>");
        } else if (habits.contains(Habit.ACCEPTS_ONLY)) {
            send(exchange, 202, "text/plain", "");
        } else if (habits.contains(Habit.FLOODS)) {
            send(exchange, 200, "application/json", " ".repeat(McpLimits.MESSAGE_BYTES) + json);
        } else if (habits.contains(Habit.NEVER_ENDS)) {
            exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
            exchange.sendResponseHeaders(200, 0);
            byte[] chatter = "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{}}\n\n"
                    .repeat(1000)
                    .getBytes(StandardCharsets.UTF_8);
            while (!Thread.currentThread().isInterrupted()) {
                exchange.getResponseBody().write(chatter);
            }
        } else if (habits.contains(Habit.STREAMS)) {
            send(exchange, 200, "text/event-stream", chatter() + "id: e2\r\ndata: " + json + "\r\n\r\n");
        } else if (habits.contains(Habit.CUTS_STREAMS)) {
            String event = "e" + count.incrementAndGet();
            cut.put(event, ("data: " + json + "\n\n").getBytes(StandardCharsets.UTF_8));
            send(exchange, 200, "text/event-stream", "id: " + event + "\nretry: 1\ndata:\n\n");
        } else if (habits.contains(Habit.BREAKS_STREAMS)) {
            send(exchange, 200, "text/event-stream", "data: {\"jsonrpc\":\n\ndata: " + json);
        } else {
            send(exchange, 200, "application/json", json);
        }
    }

    private static String chatter() {
        return """
            : hello
            data: {"jsonrpc":"2.0","method":"notifications/progress","params":{}}

            event: message
            data: {"jsonrpc":"2.0","id":"q1",
            data: "method":"ping"}

            data: {"jsonrpc":"2.0","id":"q2","method":"roots/list"}

            data: {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}

            """;
    }

    private static void send(HttpExchange exchange, int status, String type, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    @Override
    public void close() {
        over.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}
