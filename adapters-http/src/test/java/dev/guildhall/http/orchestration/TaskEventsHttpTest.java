package dev.guildhall.http.orchestration;

import static dev.guildhall.http.orchestration.TaskRequests.delete;
import static dev.guildhall.http.orchestration.TaskRequests.ended;
import static dev.guildhall.http.orchestration.TaskRequests.get;
import static dev.guildhall.http.orchestration.TaskRequests.submitted;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.http.Client;
import dev.guildhall.http.RawHttp;
import dev.guildhall.http.TestServer;
import dev.guildhall.http.account.GroupRequests;
import dev.guildhall.wire.json.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TaskEventsHttpTest {
    private final BlockingTasks blocking = new BlockingTasks();

    @AutoClose
    private final TestServer server = TestServer.start(parts -> parts.executor(blocking));

    private final Client.Person ada = server.client().stranger();
    private final Client client = ada.client();

    private Client.Answer events(String id, String lastSeen) {
        return get(client.with("Last-Event-ID", lastSeen), "/tasks/" + id + "/events");
    }

    private static List<JsonNode> data(String stream) throws IOException {
        List<JsonNode> data = new ArrayList<>();
        for (String line : stream.split("\n", -1)) {
            if (line.startsWith("data: ")) {
                data.add(Json.MAPPER.readTree(line.substring("data: ".length())));
            }
        }
        return data;
    }

    @Test
    void a_task_that_has_ended_tells_all_that_happened_and_no_more() throws IOException {
        String id = submitted(client, "{'type':'echo'}");
        ended(client, id);

        Client.Answer answer = get(client, "/tasks/" + id + "/events");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("Content-Type")).startsWith("text/event-stream");
        assertThat(answer.body().lines().filter(line -> !line.startsWith("data")))
                .containsExactly(
                        "id: 1", "event: queued", "", "id: 2", "event: running", "", "id: 3", "event: completed", "");
        List<JsonNode> events = data(answer.body());
        assertThat(events).allSatisfy(event -> {
            assertThat(event.size()).isEqualTo(5);
            assertThat(event.get("taskId").asText()).isEqualTo(id);
            assertThat(event.get("at").asText()).matches(GroupRequests.TIMESTAMP);
            assertThat(event.get("error").isNull()).isTrue();
        });
        assertThat(events.getFirst().get("agentId").isNull()).isTrue();
        assertThat(events.get(1).get("agentId").asText()).startsWith("agt_");
    }

    @Test
    void a_failure_is_told_with_its_error() throws IOException {
        String id = submitted(client, "{'type':'completion'}");
        ended(client, id);

        List<JsonNode> events = data(events(id, "2").body());

        assertThat(events).hasSize(1);
        assertThat(events.getFirst().get("status").asText()).isEqualTo("failed");
        assertThat(events.getFirst().at("/error/code").asText()).isEqualTo("VALIDATION_ERROR");
    }

    @Test
    void a_stream_is_taken_up_again_behind_what_was_seen() {
        String id = submitted(client, "{'type':'echo'}");
        ended(client, id);

        assertThat(events(id, "2").body()).startsWith("id: 3\nevent: completed\n");
        assertThat(events(id, "0").body()).startsWith("id: 1\nevent: queued\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"3", "4", "2147483647"})
    void a_client_that_has_received_the_last_event_gets_204(String lastSeen) {
        String id = submitted(client, "{'type':'echo'}");
        ended(client, id);

        Client.Answer answer = events(id, lastSeen);

        assertThat(answer.status()).isEqualTo(204);
        assertThat(answer.body()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "-1", "1.5", "99999999999"})
    void what_is_no_number_of_an_event_is_refused(String lastSeen) {
        Client.Answer answer = events(submitted(client, "{'type':'echo'}"), lastSeen);

        assertThat(answer.fault()).isEqualTo("422 Last-Event-ID: must be the id of an event of this task");
    }

    @Test
    void what_happens_is_told_when_it_happens_and_the_stream_ends_with_the_task() throws InterruptedException {
        String id = submitted(client, "{'type':'blocking'}");
        assertThat(blocking.entered.tryAcquire(20, TimeUnit.SECONDS)).isTrue();

        try (RawHttp http = new RawHttp(server.port())) {
            http.request("GET", TaskRequests.TASKS + "/" + id + "/events", bearer(), "");
            String before = http.readUntil("event: running\n");
            blocking.permits.release();
            String after = http.readAll();

            assertThat(before).contains("event: queued\n").doesNotContain("completed");
            assertThat(after).contains("id: 3\nevent: completed\n").doesNotContain("id: 4");
        }
    }

    @Test
    void a_stream_with_nothing_to_tell_yet_begins_with_a_comment() throws InterruptedException {
        String id = submitted(client, "{'type':'blocking'}");
        assertThat(blocking.entered.tryAcquire(20, TimeUnit.SECONDS)).isTrue();

        try (RawHttp http = new RawHttp(server.port())) {
            http.request("GET", TaskRequests.TASKS + "/" + id + "/events", bearer() + "Last-Event-ID: 2\r\n", "");
            String head = http.readUntil(":\n\n");
            delete(client, "/tasks/" + id);
            String rest = http.readAll();

            assertThat(head).contains("200 OK").doesNotContain("event: ");
            assertThat(rest).contains("id: 3\nevent: cancelled\n");
        }
    }

    private String bearer() {
        return "Authorization: Bearer " + ada.accessToken() + "\r\n";
    }
}
