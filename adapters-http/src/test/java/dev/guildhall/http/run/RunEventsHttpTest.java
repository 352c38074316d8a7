package dev.guildhall.http.run;

import static dev.guildhall.http.run.RunRequests.delete;
import static dev.guildhall.http.run.RunRequests.ended;
import static dev.guildhall.http.run.RunRequests.get;
import static dev.guildhall.http.run.RunRequests.started;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.http.Client;
import dev.guildhall.http.RawHttp;
import dev.guildhall.http.TestServer;
import dev.guildhall.wire.json.Json;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RunEventsHttpTest {
    private final TestSuites suites = new TestSuites();

    @AutoClose
    private final TestServer server = TestServer.start(suites::install);

    private final Client.Person ada = server.client().stranger();
    private final Client client = ada.client();

    private static List<String> names(String stream) {
        return stream.lines()
                .filter(line -> line.startsWith("event: "))
                .map(line -> line.substring("event: ".length()))
                .toList();
    }

    private static JsonNode first(String stream, String event) throws IOException {
        String data = stream.replaceFirst("(?s).*?event: " + event + "\ndata: ([^\n]*).*", "$1");
        return Json.MAPPER.readTree(data);
    }

    @Test
    void a_run_that_has_ended_tells_all_that_happened() throws IOException {
        String id = ended(client, TestSuites.SHOP);

        Client.Answer answer = get(client, "/runs/" + id + "/events");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("Content-Type")).startsWith("text/event-stream");
        List<String> names = names(answer.body());
        assertThat(names).contains("plan", "log", "test", "screenshot", "artifact", "status");
        assertThat(names.getLast()).isEqualTo("status");
        assertThat(answer.body()).startsWith("id: 1\n").contains("\"status\":\"completed\",\"outcome\":\"failed\"");
        assertThat(first(answer.body(), "plan").get("tests")).hasSize(4);
        assertThat(first(answer.body(), "test").get("test").asText()).isEqualTo("[chromium] shop.spec.ts › buys");
        assertThat(Client.texts(first(answer.body(), "test"), "browser", "file", "title"))
                .isEqualTo(
                        Client.texts(first(answer.body(), "plan"), "names.0.browser", "names.0.file", "names.0.title"))
                .containsExactly("chromium", "shop.spec.ts", "buys");
        assertThat(first(answer.body(), "screenshot").get("name").asText()).isEqualTo("same.png");
        assertThat(first(answer.body(), "artifact").get("kind").asText()).isEqualTo("trace");
        assertThat(first(answer.body(), "log").get("text").asText()).isEqualTo("Running 4 tests\n");
    }

    @Test
    void a_stream_continues_after_the_last_event_that_was_seen() {
        String id = ended(client, TestSuites.SHOP);
        int last = names(get(client, "/runs/" + id + "/events").body()).size();

        Client.Answer rest = get(client.with("Last-Event-ID", Integer.toString(last - 1)), "/runs/" + id + "/events");
        Client.Answer nothing = get(client.with("Last-Event-ID", Integer.toString(last)), "/runs/" + id + "/events");

        assertThat(rest.body()).startsWith("id: " + last + "\nevent: status\n");
        assertThat(nothing.status()).isEqualTo(204);
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "-1", "1.5", "99999999999"})
    void what_is_no_number_of_an_event_is_refused(String lastSeen) {
        String id = ended(client, TestSuites.SHOP);

        Client.Answer answer = get(client.with("Last-Event-ID", lastSeen), "/runs/" + id + "/events");

        assertThat(answer.fault()).isEqualTo("422 Last-Event-ID: must be the id of an event of this run");
    }

    @Test
    void what_happens_is_told_when_it_happens_and_the_stream_ends_with_the_run() throws InterruptedException {
        String id = started(client, TestSuites.BLOCKING);
        assertThat(suites.entered.tryAcquire(20, TimeUnit.SECONDS)).isTrue();

        try (RawHttp http = new RawHttp(server.port())) {
            http.request("GET", "/api/v1/runs/" + id + "/events", bearer(), "");
            String before = http.readUntil("event: screenshot\n");
            suites.permits.release();
            String after = http.readAll();

            assertThat(before).contains("event: test\n").doesNotContain("completed");
            assertThat(after).contains("\"status\":\"completed\",\"outcome\":\"passed\"");
        }
    }

    @Test
    void a_stream_ends_with_the_session() throws InterruptedException {
        Client.Person bob = server.client().stranger();
        String id = started(bob.client(), TestSuites.BLOCKING);
        assertThat(suites.entered.tryAcquire(20, TimeUnit.SECONDS)).isTrue();

        try (RawHttp http = new RawHttp(server.port())) {
            http.request(
                    "GET", "/api/v1/runs/" + id + "/events", "Authorization: Bearer " + bob.accessToken() + "\r\n", "");
            http.readUntil("event: screenshot\n");
            bob.client().post("/api/v1/auth/logout", "");
            String rest = http.readAll();

            assertThat(rest).contains("event: error\n").contains("UNAUTHENTICATED");
        }
        delete(client, "/runs/" + id);
    }

    private String bearer() {
        return "Authorization: Bearer " + ada.accessToken() + "\r\n";
    }
}
