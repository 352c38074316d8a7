package dev.guildhall.integrations.mcp.stdio;

import dev.guildhall.integrations.mcp.ScriptedServer;
import dev.guildhall.integrations.mcp.protocol.McpJson;
import dev.guildhall.integrations.mcp.protocol.McpLimits;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;

/** An MCP server over standard streams that behaves as badly as it is asked to: by its argument, or by the tool called. */
final class StdioServer {
    private static final int GARBAGE_LINES = 2000;

    private final PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    private final ScriptedServer script = ScriptedServer.fresh();
    private final Deque<Object> held = new ArrayDeque<>();
    private final List<String> late = new ArrayList<>();
    private final String mode;
    private Object asker = "";
    private static final int QUESTIONS = 3;

    /** The answers to its questions, which come in any order. */
    private final Map<String, String> answers = new TreeMap<>();

    private StdioServer(String mode) {
        this.mode = mode;
    }

    /** The modes: polite, mute, foreign, dying, stubborn. */
    public static void main(String[] arguments) throws Exception {
        new StdioServer(arguments[0]).run();
    }

    private void run() throws Exception {
        System.err.println("the key is " + System.getenv("TEST_KEY"));
        if (mode.equals("dying")) {
            System.exit(3);
        }
        if (mode.equals("stubborn")) {
            Runtime.getRuntime().addShutdownHook(new Thread(StdioServer::forEver));
        }
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            hear((Map<?, ?>) McpJson.read(line.getBytes(StandardCharsets.UTF_8)).orElseThrow());
        }
        if (mode.equals("stubborn")) {
            forEver();
        }
    }

    private static void forEver() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException over) {
            Thread.currentThread().interrupt();
        }
    }

    private void hear(Map<?, ?> message) throws Exception {
        Object id = Optional.<Object>ofNullable(message.get("id")).orElse("none");
        Map<String, Object> parameters = McpJson.object(message, "params");
        switch (McpJson.text(message, "method").orElse("")) {
            case "initialize" -> introduce(id, parameters);
            case "tools/list" ->
                say(ScriptedServer.result(id, ScriptedServer.page(McpJson.text(parameters, "cursor"), late)));
            case "tools/call" ->
                call(id, McpJson.text(parameters, "name").orElseThrow(), McpJson.object(parameters, "arguments"));
            case "notifications/cancelled" ->
                script.cancel(Optional.ofNullable(parameters.get("requestId")).orElse("none"));
            case "" -> answered(message);
            default -> {}
        }
    }

    private void introduce(Object id, Map<String, Object> parameters) {
        switch (mode) {
            case "mute" -> {}
            case "foreign" -> say(ScriptedServer.result(id, ScriptedServer.introduction("1999-01-01")));
            default ->
                say(ScriptedServer.result(
                        id,
                        ScriptedServer.introduction(
                                McpJson.text(parameters, "protocolVersion").orElseThrow())));
        }
    }

    private void call(Object id, String tool, Map<String, Object> arguments) throws Exception {
        switch (tool) {
            case "die" -> {
                out.print("{\"jsonrpc\":\"2.0\",\"resu");
                out.flush();
                Runtime.getRuntime().halt(7);
            }
            case "garbage" -> {
                for (int i = 0; i < GARBAGE_LINES; i++) {
                    out.println(i % 2 == 0 ? "{\"jsonrpc\":" : "starting up… ]");
                }
                say(ScriptedServer.result(id, ScriptedServer.text("clean")));
            }
            case "long" -> say(ScriptedServer.result(id, ScriptedServer.text("x".repeat(McpLimits.MESSAGE_BYTES))));
            case "endless" -> writeForEver();
            case "twice" -> {
                say(ScriptedServer.result(id, ScriptedServer.structured("first")));
                say(ScriptedServer.result(id, ScriptedServer.structured("second")));
            }
            case "hold" -> held.push(id);
            case "release" -> {
                held.forEach(one -> say(ScriptedServer.result(one, ScriptedServer.structured(one))));
                say(ScriptedServer.result(id, ScriptedServer.structured(held.size())));
            }
            case "late" -> say(ScriptedServer.result(id, ScriptedServer.structured("here")));
            case "ask" -> request(id);
            case "environment" -> say(ScriptedServer.result(id, Map.of("structuredContent", System.getenv())));
            case "child" -> say(ScriptedServer.result(id, ScriptedServer.structured(startChild())));
            case "deaf" -> forEver();
            case "change" -> {
                late.add("late");
                say(Map.of("jsonrpc", "2.0", "method", "notifications/tools/list_changed"));
                say(ScriptedServer.result(id, ScriptedServer.text("changed")));
            }
            case "awaitSilent", "awaitCancelled" -> Thread.startVirtualThread(() -> answer(id, tool, arguments));
            default -> answer(id, tool, arguments);
        }
    }

    private void answer(Object id, String tool, Map<String, Object> arguments) {
        try {
            script.answer(id, tool, arguments).ifPresent(this::say);
        } catch (InterruptedException over) {
            Thread.currentThread().interrupt();
        }
    }

    private void writeForEver() {
        String much = "y".repeat(1024 * 1024);
        while (!out.checkError()) {
            out.print(much);
        }
    }

    /** Asks three things at once; the answers are what the call is answered with. */
    private void request(Object id) {
        asker = id;
        say(Map.of("jsonrpc", "2.0", "id", "question-1", "method", "ping"));
        say(Map.of("jsonrpc", "2.0", "id", 1, "method", "sampling/createMessage", "params", Map.of()));
        say(Map.of("jsonrpc", "2.0", "id", "question-3", "method", "roots/list"));
    }

    private void answered(Map<?, ?> message) {
        Object answer = message.containsKey("result")
                ? Optional.ofNullable(message.get("result")).orElse("null")
                : McpJson.object(message, "error").get("code");
        answers.put(String.valueOf(message.get("id")), String.valueOf(answer));
        if (answers.size() == QUESTIONS) {
            say(ScriptedServer.result(asker, ScriptedServer.structured(answers.toString())));
        }
    }

    private static long startChild() throws IOException {
        return new ProcessBuilder("sleep", "1000").start().pid();
    }

    private synchronized void say(Map<String, Object> message) {
        out.println(new String(McpJson.write(message), StandardCharsets.UTF_8));
        out.flush();
    }
}
