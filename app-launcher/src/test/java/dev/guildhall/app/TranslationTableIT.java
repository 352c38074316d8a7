package dev.guildhall.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tables in the READMEs of the protocols: each line is sent to a provider of each protocol. */
class TranslationTableIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path WIRE = Path.of("..", "adapters-wire", "src", "main", "java", "dev", "guildhall", "wire");
    private static final int LEAST_LINES = 60;

    private static final List<String> PROVIDERS = List.of("openai", "anthropic", "ollama");

    private static final Map<String, String> ANSWERS = Map.of("openai", """
        {"choices":[{"index":0,"message":{"content":"a","reasoning_content":"r"},"finish_reason":"stop"}],
         "usage":{"prompt_tokens":10,"completion_tokens":3,"prompt_tokens_details":{"cached_tokens":4}}}
        """, "anthropic", """
        {"type":"message","content":[{"type":"thinking","thinking":"r","signature":"s"},{"type":"text","text":"a"}],
         "stop_reason":"end_turn","usage":{"input_tokens":6,"cache_read_input_tokens":4,"output_tokens":3}}
        """, "ollama", """
        {"message":{"content":"a","thinking":"r"},"done":true,"done_reason":"stop","prompt_eval_count":10,
         "eval_count":3}
        """);

    /** The path and the least body of each protocol of clients. */
    private enum Section {
        CHAT("Chat completions", "chat/completions", "{\"messages\":[{\"role\":\"user\",\"content\":\"x\"}]}"),
        MESSAGES("Messages", "messages", "{\"max_tokens\":9,\"messages\":[{\"role\":\"user\",\"content\":\"x\"}]}"),
        RESPONSES("Responses", "responses", "{\"input\":\"x\"}");

        private final String title;
        private final String path;
        private final String body;

        Section(String title, String path, String body) {
            this.title = title;
            this.path = path;
            this.body = body;
        }
    }

    private static final Map<String, String> VALUES =
            Map.of("text", "a", "reasoning", "r", "tokens of the answer", "3", "cached tokens", "4");

    private record Line(Section section, String fields, List<String> outcomes) {}

    private static List<Line> lines() {
        List<Line> lines = new ArrayList<>();
        for (Section section : Section.values()) {
            section(section.title).filter(line -> line.startsWith("| `")).forEach(line -> {
                String[] cells = line.split("` \\| ");
                lines.add(new Line(
                        section,
                        "{" + cells[0].substring("| `".length()) + "}",
                        List.of(cells[1].replace(" |", "").split(" "))));
            });
        }
        return lines;
    }

    private static Stream<String> section(String title) {
        try {
            return (Files.readString(WIRE.resolve("openai/README.md"))
                            + Files.readString(WIRE.resolve("anthropic/README.md")))
                    .split("## " + title + "\n")[1].split("\n## ")[0].lines();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    @Test
    void every_line_is_true(@TempDir Path folder) throws IOException {
        AtomicReference<String> received = new AtomicReference<>("{}");
        try (Upstream provider = new Upstream(asked -> answer(asked, received));
                InProcessServer server = server(folder, provider)) {
            Web ada = new Web(server.root() + "/api/v1");
            ada.register();
            List<String> wrong = new ArrayList<>();
            List<Line> lines = lines();
            for (Line line : lines) {
                Iterator<String> outcomes = line.outcomes().iterator();
                for (String model : PROVIDERS) {
                    received.set("{}");
                    String found = outcome(server.root() + "/completion/v1/", ada, line, model, received);
                    String expected = outcomes.next();
                    if (!found.equals(expected)) {
                        wrong.add(model + ", " + line.fields() + ": " + found + " instead of " + expected);
                    }
                }
            }

            assertThat(wrong).isEmpty();
            assertThat(lines).hasSizeGreaterThan(LEAST_LINES);
        }
    }

    @Test
    void every_client_finds_what_the_providers_report(@TempDir Path folder) throws IOException {
        try (Upstream provider = new Upstream(asked -> answer(asked, new AtomicReference<>()));
                InProcessServer server = server(folder, provider)) {
            Web ada = new Web(server.root() + "/api/v1");
            ada.register();
            List<String> wrong = new ArrayList<>();
            for (Section client : Section.values()) {
                for (String model : PROVIDERS) {
                    ObjectNode body = (ObjectNode) json(client.body);
                    body.put("model", model);
                    body.putObject("thinking").put("type", "adaptive");
                    String address = server.root() + "/completion/v1/" + client.path;
                    JsonNode answer =
                            json(ada.exchange("POST", address, body.toString()).body());
                    places(client).forEach((what, pointer) -> {
                        boolean counted = !(model.equals("ollama") && what.equals("cached tokens"));
                        String found = answer.at(pointer).asText("");
                        if (!found.equals(counted ? VALUES.get(what) : "0")) {
                            wrong.add(client + ", " + model + ", " + what + ": " + found + " in " + answer);
                        }
                    });
                }
            }

            assertThat(wrong).isEmpty();
        }
    }

    /** Where a client finds each value in its answers. */
    private static Map<String, String> places(Section client) {
        Map<String, String> places = new HashMap<>();
        section("Answers").filter(line -> line.contains("| `/")).forEach(line -> {
            String[] cells = line.substring(2).split(" \\| ");
            places.put(cells[0], cells[1 + client.ordinal()].replaceAll("[` |]", ""));
        });
        assertThat(places).containsOnlyKeys(VALUES.keySet());
        return places;
    }

    private static InProcessServer server(Path folder, Upstream provider) throws IOException {
        Path routes = Files.writeString(folder.resolve("routes.json"), """
            {"openai": {"deployments": [{"provider": "openai", "baseUrl": "http://127.0.0.1:%1$d/openai"}]},
             "anthropic": {"deployments": [{"provider": "anthropic", "baseUrl": "http://127.0.0.1:%1$d/anthropic"}]},
             "ollama": {"deployments": [{"provider": "ollama", "baseUrl": "http://127.0.0.1:%1$d/ollama"}]}}
            """.formatted(provider.port()));
        return InProcessServer.start(
                folder,
                Map.of(
                        "GUILDHALL_DATABASE_URL",
                        "memory",
                        "GUILDHALL_EMBEDDINGS",
                        "off",
                        "GUILDHALL_PORT",
                        "0",
                        "GUILDHALL_RATE_LIMIT_PER_MINUTE",
                        "0",
                        "GUILDHALL_LLM_ROUTES",
                        routes.toString()));
    }

    private static void answer(Upstream.Asked asked, AtomicReference<String> received) throws IOException {
        received.set(asked.body());
        String provider = asked.line().split("/")[1];
        byte[] body = ANSWERS.get(provider).getBytes(StandardCharsets.UTF_8);
        String head =
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: " + body.length + "\r\n\r\n";
        asked.out().write(head.getBytes(StandardCharsets.US_ASCII));
        asked.out().write(body);
        asked.out().flush();
    }

    private static String outcome(String address, Web ada, Line line, String model, AtomicReference<String> received) {
        ObjectNode body = (ObjectNode) json(line.section().body);
        body.put("model", model);
        ObjectNode fields = (ObjectNode) json(line.fields());
        body.setAll(fields);
        HttpResponse<String> response = ada.exchange("POST", address + line.section().path, body.toString());
        JsonNode answer = json(response.body());
        String name = lastOf(fields);
        if (response.statusCode() != 200) {
            String message = answer.at("/error/message").asText();
            return response.statusCode()
                    + (message.contains(name) || message.contains("messages") ? "" : " " + message);
        }
        JsonNode sent = json(received.get());
        if (sent.equals(body)) {
            return "unchanged";
        }
        List<String> warnings = answer.path("warnings")
                .valueStream()
                .map(JsonNode::asText)
                // It is about the answer, not about a field of the request.
                .filter(warning -> !warning.equals("thinking is not enabled: the reasoning of the model was left out"))
                .toList();
        for (String warning : warnings) {
            String field = warning.replaceFirst(" .*", "").replaceFirst(".*\\.", "");
            if (!line.fields().contains("\"" + field + "\":")) {
                return warning;
            }
        }
        return warnings.isEmpty() ? "translated" : "warning";
    }

    /** The line is about its last field; those before it are needed for it. */
    private static String lastOf(ObjectNode fields) {
        List<String> names = new ArrayList<>();
        fields.fieldNames().forEachRemaining(names::add);
        return names.getLast();
    }

    private static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (IOException notJson) {
            throw new UncheckedIOException(text, notJson);
        }
    }
}
