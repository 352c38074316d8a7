package dev.guildhall.integrations.mcp;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;

/** The parts that the MCP servers of these tests have in common: their tools, by name, and the usual results. */
public final class ScriptedServer {
    /** Listed over two pages. */
    private static final List<String> TOOLS = List.of(
            "echo",
            "sum",
            "silent",
            "awaitSilent",
            "die",
            "garbage",
            "long",
            "endless",
            "twice",
            "hold",
            "release",
            "ask",
            "image",
            "fails",
            "refuses",
            "breaks",
            "environment",
            "child",
            "deaf",
            "change",
            "awaitCancelled");

    private static final int PAGE = 10;

    private final CountDownLatch silent = new CountDownLatch(1);
    private final CountDownLatch firstCancelled = new CountDownLatch(1);
    private final Set<Object> cancelled = ConcurrentHashMap.newKeySet();

    private ScriptedServer() {}

    public static ScriptedServer fresh() {
        return new ScriptedServer();
    }

    public static Map<String, Object> result(Object id, Map<String, Object> result) {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("result", result);
        answer.put("jsonrpc", "2.0");
        answer.put("id", id);
        return answer;
    }

    static Map<String, Object> error(Object id, int code, String message) {
        return Map.of("jsonrpc", "2.0", "id", id, "error", Map.of("code", code, "message", message));
    }

    public static Map<String, Object> introduction(String version) {
        return Map.of(
                "protocolVersion", version,
                "capabilities", Map.of("tools", Map.of("listChanged", true)),
                "serverInfo", Map.of("name", "scripted", "version", "4.2"));
    }

    public static Map<String, Object> page(Optional<String> cursor, List<String> late) {
        int from = cursor.map(Integer::parseInt).orElse(0);
        int to = Math.min(from + PAGE, TOOLS.size());
        Map<String, Object> page = new LinkedHashMap<>();
        Stream<String> more = to < TOOLS.size() ? Stream.empty() : late.stream();
        page.put(
                "tools",
                Stream.concat(TOOLS.subList(from, to).stream(), more)
                        .map(ScriptedServer::tool)
                        .toList());
        if (to < TOOLS.size()) {
            page.put("nextCursor", String.valueOf(to));
        }
        return page;
    }

    private static Map<String, Object> tool(String name) {
        return Map.of(
                "name",
                name,
                "description",
                "Does what " + name + " says",
                "inputSchema",
                Map.of("type", "object", "properties", Map.of("message", Map.of("type", "string"))));
    }

    public static Map<String, Object> text(String text) {
        return Map.of("content", List.of(Map.of("type", "text", "text", text)));
    }

    public static Map<String, Object> structured(Object value) {
        return Map.of("content", List.of(), "structuredContent", Map.of("value", value));
    }

    /** The results of the ordinary tools. */
    public Optional<Map<String, Object>> answer(Object id, String tool, Map<?, ?> arguments)
            throws InterruptedException {
        return switch (tool) {
            case "echo" -> Optional.of(result(id, structured(String.valueOf(arguments.get("message")))));
            case "sum" -> Optional.of(result(id, text("3")));
            case "silent" -> {
                silent.countDown();
                yield Optional.empty();
            }
            case "awaitSilent" -> {
                silent.await();
                yield Optional.of(result(id, text("there is one")));
            }
            case "image" ->
                Optional.of(result(
                        id,
                        Map.of("content", List.of(Map.of("type", "image", "mimeType", "image/png", "data", "AAAA")))));
            case "fails" ->
                Optional.of(result(
                        id,
                        Map.of("isError", true, "content", List.of(Map.of("type", "text", "text", "no such city")))));
            case "refuses" -> Optional.of(error(id, -32602, "city: is missing"));
            case "breaks" -> Optional.of(error(id, -32000, "out of order"));
            case "awaitCancelled" -> {
                firstCancelled.await();
                yield Optional.of(result(id, structured(cancelled.size())));
            }
            default -> Optional.empty();
        };
    }

    public void cancel(Object id) {
        cancelled.add(id);
        firstCancelled.countDown();
    }
}
