package dev.guildhall.http.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.guildhall.http.Client;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The event streams of {@code /mcp}, over real connections. */
@Timeout(60)
class McpStreamIT {
    private static final int PATIENCE_S = 20;
    private static final String WAIT =
            "{\"jsonrpc\":\"2.0\",\"id\":\"call 1\",\"method\":\"tools/call\",\"params\":{\"name\":\"builtin__wait\"}}";
    private static final String WATCHED_WAIT = WAIT.replace("}}", ",\"_meta\":{\"progressToken\":7}}}");

    /** A client that reads one stream. */
    private record Stream(HttpResponse<InputStream> response, BufferedReader lines) implements AutoCloseable {
        record Event(String id, String data) {
            JsonNode json() throws IOException {
                return new ObjectMapper().readTree(data);
            }
        }

        static Stream of(HttpResponse<InputStream> response) {
            return new Stream(
                    response, new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8)));
        }

        /** The next event; comments are skipped. */
        Event next() throws IOException {
            String id = "";
            String line = lines.readLine();
            while (line != null) {
                if (line.startsWith("id: ")) {
                    id = line.substring(4);
                } else if (line.startsWith("data: ")) {
                    return new Event(id, line.substring(6));
                }
                line = lines.readLine();
            }
            throw new IOException("the stream has ended");
        }

        /** The next event with data; the first event of a stream has none. */
        Event message() throws IOException {
            Event event = next();
            return event.data().isEmpty() ? message() : event;
        }

        Event answer() throws IOException {
            Event event = message();
            return event.json().has("method") ? answer() : event;
        }

        @Override
        public void close() throws IOException {
            lines.close();
        }
    }

    private final McpFixture fixture = new McpFixture();
    private final Client.Person ada = fixture.stranger();
    private final String session = UUID.randomUUID().toString();
    private final HttpClient http = HttpClient.newHttpClient();

    @AfterEach
    void stop() {
        http.shutdownNow();
        fixture.close();
    }

    private HttpRequest.Builder request(Client.Person person, String session) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + fixture.server.port() + "/mcp"))
                .header("Authorization", "Bearer " + person.accessToken())
                .header("Accept", "application/json, text/event-stream")
                .header("MCP-Protocol-Version", "2025-11-25")
                .header("Mcp-Session-Id", session);
    }

    private Stream call(String body) throws IOException, InterruptedException {
        HttpRequest request = request(ada, session)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        return Stream.of(http.send(request, HttpResponse.BodyHandlers.ofInputStream()));
    }

    private Stream resumed(Client.Person person, String session, String last) throws IOException, InterruptedException {
        HttpRequest request =
                request(person, session).header("Last-Event-ID", last).GET().build();
        return Stream.of(http.send(request, HttpResponse.BodyHandlers.ofInputStream()));
    }

    private Stream listening() throws IOException, InterruptedException {
        return Stream.of(http.send(request(ada, session).GET().build(), HttpResponse.BodyHandlers.ofInputStream()));
    }

    @Test
    void a_client_with_a_progress_token_is_told_how_long_the_call_has_run() throws Exception {
        try (Stream stream = call(WATCHED_WAIT)) {
            JsonNode first = stream.message().json();
            JsonNode second = stream.message().json();
            fixture.arithmetic.finish.countDown();
            JsonNode answer = stream.answer().json();

            assertThat(stream.response().headers().firstValue("Content-Type"))
                    .hasValueSatisfying(type -> assertThat(type).startsWith("text/event-stream"));
            assertThat(first.get("method").asText()).isEqualTo("notifications/progress");
            assertThat(first.at("/params/progressToken").asInt()).isEqualTo(7);
            assertThat(second.at("/params/progress").asDouble())
                    .isGreaterThanOrEqualTo(2.0)
                    .isGreaterThan(first.at("/params/progress").asDouble());
            assertThat(first.at("/params").has("total")).isFalse();
            assertThat(answer.get("id").asText()).isEqualTo("call 1");
            assertThat(answer.at("/result/structuredContent/waited").asBoolean())
                    .isTrue();
        }
    }

    @Test
    void a_long_call_without_a_progress_token_is_answered_with_a_stream_without_notifications() throws Exception {
        try (Stream stream = call(WAIT)) {
            Stream.Event first = stream.next();
            fixture.arithmetic.finish.countDown();
            Stream.Event second = stream.next();

            assertThat(first.data()).isEmpty();
            assertThat(first.id()).isNotEmpty();
            assertThat(second.json().has("result")).isTrue();
        }
    }

    @Test
    void a_client_that_lost_its_connection_gets_the_answer_over_another_one() throws Exception {
        Stream.Event last;
        try (Stream broken = call(WATCHED_WAIT)) {
            last = broken.message();
        }

        try (Stream stream = resumed(ada, session, last.id())) {
            Stream.Event progress = stream.message();
            fixture.arithmetic.finish.countDown();
            Stream.Event answer = stream.answer();

            assertThat(progress.json().at("/params/progressToken").asInt()).isEqualTo(7);
            assertThat(answer.json().at("/result/structuredContent/waited").asBoolean())
                    .isTrue();
            assertThat(fixture.arithmetic.interrupted.getCount()).isEqualTo(1);
            assertThat(resumed(ada, session, answer.id()).response().statusCode())
                    .isEqualTo(204);
        }
    }

    @Test
    void an_answer_is_kept_for_a_client_that_comes_back_after_the_end_of_the_call() throws Exception {
        Stream.Event last;
        try (Stream broken = call(WATCHED_WAIT)) {
            last = broken.message();
        }
        fixture.arithmetic.finish.countDown();

        try (Stream stream = resumed(ada, session, last.id());
                Stream again = resumed(ada, session, last.id())) {
            assertThat(stream.answer().json().has("result")).isTrue();
            assertThat(again.answer().json().has("result")).isTrue();
        }
    }

    @Test
    void a_user_with_too_many_calls_gets_the_answer_of_the_next_in_one_body() throws Exception {
        String next = WATCHED_WAIT.replace("builtin__wait", "builtin__third");
        List<Stream> streams = new ArrayList<>();
        for (int i = 0; i < DetachedCalls.MAX_PER_USER; i++) {
            streams.add(call(WATCHED_WAIT));
        }

        try (Stream last = call(next)) {
            assertThat(last.response().headers().firstValue("Content-Type")).hasValue("application/json");
            assertThat(last.response().statusCode()).isEqualTo(200);
        }
        for (Stream stream : streams) {
            stream.close();
        }
    }

    @Test
    void another_user_or_session_and_another_node_get_an_error_for_the_request() throws Exception {
        Stream.Event last;
        try (Stream stream = call(WATCHED_WAIT)) {
            last = stream.message();
        }
        String elsewhere = last.id().replaceFirst("^[^.]+", UUID.randomUUID().toString());

        try (Stream ofOther = resumed(fixture.stranger(), session, last.id());
                Stream ofOtherSession = resumed(ada, "other", last.id());
                Stream ofOtherNode = resumed(ada, session, elsewhere)) {
            for (Stream stream : new Stream[] {ofOther, ofOtherSession, ofOtherNode}) {
                JsonNode error = stream.message().json();
                assertThat(error.get("id").asText()).isEqualTo("call 1");
                assertThat(error.at("/error/message").asText()).contains("may have been carried out");
            }
        }
    }

    @Test
    void the_end_of_the_session_ends_a_call_whose_client_has_left() throws Exception {
        Stream.Event last;
        try (Stream broken = call(WATCHED_WAIT)) {
            last = broken.message();
        }

        ada.client().post("/api/v1/auth/logout", "{}");

        assertThat(fixture.arithmetic.interrupted.await(PATIENCE_S, TimeUnit.SECONDS))
                .isTrue();
        assertThat(resumed(ada, session, last.id()).response().statusCode()).isEqualTo(401);
    }

    @Test
    void a_client_that_leaves_before_the_stream_begins_cancels_its_call() throws Exception {
        var call = http.sendAsync(
                request(ada, session)
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(WAIT))
                        .build(),
                HttpResponse.BodyHandlers.ofInputStream());
        assertThat(fixture.arithmetic.waiting.await(PATIENCE_S, TimeUnit.SECONDS))
                .isTrue();

        call.cancel(true);

        assertThat(fixture.arithmetic.interrupted.await(PATIENCE_S, TimeUnit.SECONDS))
                .isTrue();
    }

    @Test
    void a_listening_client_is_told_of_a_change_also_of_one_while_it_was_away() throws Exception {
        String before;
        try (Stream stream = listening()) {
            before = stream.next().id();
            fixture.register(ada, "acme.first", "New.");
            Stream.Event changed = stream.message();

            assertThat(changed.json().get("method").asText()).isEqualTo("notifications/tools/list_changed");
            assertThat(changed.id()).isNotEqualTo(before);
        }
        try (Stream again = resumed(ada, session, before)) {
            assertThat(again.message().json().get("method").asText()).isEqualTo("notifications/tools/list_changed");
        }
    }

    @Test
    void another_users_private_tool_changes_nothing() throws Exception {
        try (Stream stream = listening()) {
            String before = stream.next().id();
            fixture.register(fixture.stranger(), "acme.private", "Of another user.");

            try (Stream again = resumed(ada, session, before)) {
                assertThat(again.next().id()).isEqualTo(before);
            }
        }
    }

    @Test
    void a_listening_stream_ends_with_the_session() throws Exception {
        try (Stream stream = listening()) {
            String ignored = stream.next().id();
            long begun = System.nanoTime();

            ada.client().post("/api/v1/auth/logout", "{}");
            String line = stream.lines().readLine();
            while (line != null) {
                line = stream.lines().readLine();
            }

            assertThat(ignored).startsWith("tools.");
            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(3));
        }
    }

    @Test
    void a_client_that_takes_no_events_gets_none() throws Exception {
        HttpRequest request = HttpRequest.newBuilder(
                        request(ada, session).build(), (name, value) -> !name.equals("Accept"))
                .header("Accept", "application/json")
                .GET()
                .build();

        assertThat(http.send(request, HttpResponse.BodyHandlers.ofString()).statusCode())
                .isEqualTo(406);
    }
}
