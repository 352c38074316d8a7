package dev.guildhall.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A background answer of {@code responses} across the death of the process that gave it. */
@Timeout(180)
class BackgroundResponsesIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String DATABASE = TestPostgres.newAddress();
    private static final String REQUEST = "{\"model\":\"m-1\",\"input\":\"hi\",\"background\":true,\"stream\":true}";

    /** Longer than events are collected before they are stored. */
    private static final Duration PAUSE = Duration.ofMillis(200);

    private final AtomicInteger asked = new AtomicInteger();

    /** The first answer stays without an end; the others are whole. */
    private void answer(Upstream.Asked call) throws IOException {
        boolean whole = asked.incrementAndGet() > 1;
        send(call, "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n");
        for (String word : whole ? List.of("new ", "answer") : List.of("an ", "old ", "beginning")) {
            LockSupport.parkNanos(PAUSE.toNanos());
            send(call, "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"" + word + "\"}}]}\n\n");
        }
        if (whole) {
            send(
                    call,
                    "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n");
        } else {
            call.awaitLeaving();
        }
    }

    private static void send(Upstream.Asked call, String text) throws IOException {
        call.out().write(text.getBytes(StandardCharsets.UTF_8));
        call.out().flush();
    }

    private static Map<String, String> settings(Path folder, Upstream provider) {
        return Map.of(
                "GUILDHALL_DATA_DIR", folder.resolve("data").toString(),
                "GUILDHALL_DATABASE_URL", DATABASE,
                "GUILDHALL_PORT", "0",
                "GUILDHALL_EMBEDDINGS", "off",
                "GUILDHALL_LLM_PROVIDER", "openai",
                "OPENAI_BASE_URL", "http://127.0.0.1:" + provider.port(),
                "OPENAI_API_KEY", "sk-test");
    }

    @Test
    void an_answer_of_a_killed_process_is_given_again_and_its_stream_has_no_event_twice(@TempDir Path folder) {
        try (Upstream provider = new Upstream(this::answer)) {
            ServerProcess killed = ServerProcess.start(folder, settings(folder, provider));
            Web ada = new Web(killed.root() + "/api/v1");
            ada.register();
            List<JsonNode> before = events(ada.beginningOf(
                    killed.root() + "/completion/v1/responses", REQUEST, "beginning\",\"logprobs\":[]}"));
            killed.kill();

            try (ServerProcess next = ServerProcess.start(folder, settings(folder, provider))) {
                Web again = new Web(next.root() + "/api/v1");
                again.signIn();
                String id = before.getFirst().at("/response/id").asText();
                String address = next.root() + "/completion/v1/responses/" + id;
                List<JsonNode> after = events(
                        again.exchange("GET", address + "?stream=true&starting_after=" + number(before.getLast()), "")
                                .body());
                List<JsonNode> all = events(
                        again.exchange("GET", address + "?stream=true", "").body());

                assertThat(before).extracting(BackgroundResponsesIT::number).startsWith(0, 1, 2);
                assertThat(Stream.concat(before.stream(), after.stream()).map(BackgroundResponsesIT::number))
                        .isSorted()
                        .doesNotHaveDuplicates();
                assertThat(after.getFirst().path("type").asText()).isEqualTo("response.created");
                assertThat(after.getLast().path("type").asText()).isEqualTo("response.completed");
                assertThat(all).isEqualTo(after);
                assertThat(items(before)).isNotEmpty().doesNotContainAnyElementsOf(items(after));
                assertThat(again.get(address)).isEqualTo(after.getLast().path("response"));
                assertThat(again.get(address).at("/output/0/content/0/text").asText())
                        .isEqualTo("new answer");
            }
        }
    }

    private static int number(JsonNode event) {
        return event.path("sequence_number").asInt();
    }

    private static List<String> items(List<JsonNode> events) {
        return events.stream()
                .map(event -> event.path("item_id").asText())
                .filter(id -> !id.isEmpty())
                .distinct()
                .toList();
    }

    private static List<JsonNode> events(String stream) {
        return stream.lines()
                .filter(line -> line.startsWith("data: {"))
                .map(line -> {
                    try {
                        return JSON.readTree(line.substring(6));
                    } catch (IOException cut) {
                        throw new UncheckedIOException(cut);
                    }
                })
                .toList();
    }
}
