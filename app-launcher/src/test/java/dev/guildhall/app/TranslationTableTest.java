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
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tables in the README of the language models: each line is sent to a provider of each protocol. */
class TranslationTableTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path TABLES = Path.of("..", "adapters-llm", "README.md");
    private static final int LEAST_LINES = 60;

    private static final Map<String, String> ANSWERS = Map.of(
            "openai",
            "{\"choices\":[{\"index\":0,\"message\":{\"content\":\"a\"},\"finish_reason\":\"stop\"}]}",
            "anthropic",
            "{\"type\":\"message\",\"content\":[{\"type\":\"text\",\"text\":\"a\"}],\"stop_reason\":\"end_turn\"}",
            "ollama",
            "{\"message\":{\"content\":\"a\"},\"done\":true,\"done_reason\":\"stop\"}");

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

    private record Line(Section section, String fields, List<String> outcomes) {}

    private static List<Line> lines() throws IOException {
        List<Line> lines = new ArrayList<>();
        for (Section section : Section.values()) {
            String table = Files.readString(TABLES)
                    .split("## " + section.title + "\n")[1]
                    .split("\n## ")[0];
            table.lines().filter(line -> line.startsWith("| `")).forEach(line -> {
                String[] cells = line.split("` \\| ");
                lines.add(new Line(
                        section,
                        "{" + cells[0].substring("| `".length()) + "}",
                        List.of(cells[1].replace(" |", "").split(" "))));
            });
        }
        return lines;
    }

    @Test
    void every_line_is_true(@TempDir Path folder) throws IOException {
        AtomicReference<String> received = new AtomicReference<>("{}");
        try (Upstream provider = new Upstream(asked -> answer(asked, received))) {
            Path routes = Files.writeString(folder.resolve("routes.json"), """
                {"openai": {"deployments": [{"provider": "openai", "baseUrl": "http://127.0.0.1:%1$d/openai"}]},
                 "anthropic": {"deployments": [{"provider": "anthropic", "baseUrl": "http://127.0.0.1:%1$d/anthropic"}]},
                 "ollama": {"deployments": [{"provider": "ollama", "baseUrl": "http://127.0.0.1:%1$d/ollama"}]}}
                """.formatted(provider.port()));
            Map<String, String> settings = Map.of(
                    "GUILDHALL_DATA_DIR",
                    folder.resolve("data").toString(),
                    "GUILDHALL_PORT",
                    "0",
                    "GUILDHALL_RATE_LIMIT_PER_MINUTE",
                    "0",
                    "GUILDHALL_LLM_ROUTES",
                    routes.toString());
            try (ServerProcess server = ServerProcess.start(folder, settings)) {
                Web ada = new Web(server.root() + "/api/v1");
                ada.register();
                List<String> wrong = new ArrayList<>();
                List<Line> lines = lines();
                for (Line line : lines) {
                    Iterator<String> outcomes = line.outcomes().iterator();
                    for (String model : List.of("openai", "anthropic", "ollama")) {
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
        return answer.path("warnings").toString().contains(name) ? "warning" : "translated";
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
