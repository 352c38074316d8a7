package dev.guildhall.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whenever the process is killed, the conversation contains what a client has received of its answer. */
@Timeout(300)
class ShownRepliesIT {
    private static final int KILLS = Integer.getInteger("guildhall.shown.kills", 4);
    private static final int WORDS = 400;

    /** What a client has received of an answer. */
    private static final class Received {
        private static final ObjectMapper MAPPER = new ObjectMapper();

        private final StringBuilder text = new StringBuilder();
        private final List<String> calls = new ArrayList<>();
        private int events;

        /** Reads that many events, or all until the connection ends. */
        void read(BufferedReader answer, int most) throws IOException {
            int last = events + most;
            String name = "";
            while (events < last) {
                String line = answer.readLine();
                if (line == null) {
                    return;
                }
                if (line.startsWith("event: ")) {
                    name = line.substring(7);
                } else if (line.startsWith("data: ")) {
                    String data = line.substring(6);
                    // An event is complete with its empty line.
                    if (answer.readLine() == null) {
                        return;
                    }
                    take(name, MAPPER.readTree(data));
                }
            }
        }

        private void take(String name, JsonNode data) {
            events++;
            switch (name) {
                case "token" -> text.append(data.asText());
                case "tool_start", "tool_result" ->
                    calls.add(data.path("callId").asText());
                default -> throw new IllegalStateException("the answer was not interrupted: " + name + " " + data);
            }
        }

        void readRest(BufferedReader answer) {
            try {
                read(answer, Integer.MAX_VALUE - events);
            } catch (IOException reset) {
                // The process was killed.
            }
        }
    }

    @Test
    void the_text_of_the_last_second_was_lost_with_the_process(@TempDir Path folder) {
        Map<String, String> settings =
                Map.of("GUILDHALL_DATABASE_URL", TestPostgres.newAddress(), "GUILDHALL_EMBEDDINGS", "off");
        try (AgentTestServer server = new AgentTestServer(ServerProcess::start, folder, settings)) {
            for (int seed = 0; seed < KILLS; seed++) {
                Random random = new Random(seed);
                String chatId = server.ask("rounds=0").path("chatId").asText();
                String question = "rounds=" + seed % 2 + " calls=2 tool=builtin__calculate words=" + WORDS;
                int events = 1 + random.nextInt(WORDS / 2);
                Received received = new Received();

                server.askAndLeave(chatId, question, answer -> {
                    received.read(answer, events);
                    server.killAndStart();
                    received.readRest(answer);
                });

                requireStored(received, server.conversation(chatId).path("messages"), seed);
            }
        }
    }

    private static void requireStored(Received received, JsonNode messages, int seed) {
        JsonNode answer = messages.path(3);

        assertThat(answer.path("ended").asText())
                .as("seed " + seed + " " + answer)
                .isEqualTo("interrupted");
        assertThat(answer.path("content").asText()).as("seed " + seed).startsWith(received.text);
        assertThat(answer.path("toolCalls").findValuesAsText("callId"))
                .as("seed " + seed)
                .containsAll(received.calls);
    }
}
