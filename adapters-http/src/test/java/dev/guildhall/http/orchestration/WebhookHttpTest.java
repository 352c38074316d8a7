package dev.guildhall.http.orchestration;

import static dev.guildhall.http.orchestration.TaskRequests.delete;
import static dev.guildhall.http.orchestration.TaskRequests.get;
import static dev.guildhall.http.orchestration.TaskRequests.post;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.http.Client;
import dev.guildhall.http.TestServer;
import dev.guildhall.http.account.GroupRequests;
import dev.guildhall.ports.webhook.WebhookSender;
import dev.guildhall.wire.json.Json;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WebhookHttpTest {
    private static final String ALL =
            "{'url':'https://example.org/hook','events':['task.*','workflow.*','run.*','approval.requested']}";

    /** A request to a receiver. */
    private record Sent(Map<String, String> headers, JsonNode body) {}

    /** Takes every request. */
    private static final class Receiver implements WebhookSender {
        private final BlockingQueue<Sent> sent = new LinkedBlockingQueue<>();

        @Override
        public Optional<String> fault(String url) {
            return url.contains("10.0.0.1") ? Optional.of("the address is not public") : Optional.empty();
        }

        @Override
        public Reply send(String url, Map<String, String> headers, byte[] body, Duration timeout) {
            try {
                sent.add(new Sent(headers, Json.MAPPER.readTree(body)));
            } catch (IOException malformed) {
                return new Reply(Optional.empty(), Optional.of("malformed"));
            }
            return new Reply(Optional.of(204), Optional.empty());
        }
    }

    private final Receiver receiver = new Receiver();

    @AutoClose
    private final TestServer server = TestServer.start(
            parts -> parts.webhooks(receiver, new ResourceBodies(() -> TestServer.ISSUER + "/api/v1")));

    private final Client client = server.client().stranger().client();

    private Sent next() throws InterruptedException {
        Sent sent = receiver.sent.poll(20, TimeUnit.SECONDS);
        assertThat(sent).isNotNull();
        return sent;
    }

    @Test
    void a_webhook_is_made_shown_changed_and_removed() {
        Client.Answer made = post(client, "/webhooks", ALL);
        String path = "/webhooks/" + made.text("id");
        Client.Answer shown = get(client, path);
        Client.Answer changed = client.send(
                "PATCH",
                "/api/v1" + path,
                "{\"url\":\"http://b.example/\",\"events\":[\"run.failed\"],\"enabled\":false}");
        Client.Answer removed = delete(client, path);

        assertThat(made.status()).isEqualTo(201);
        assertThat(made.text("id")).startsWith("whk_");
        assertThat(made.text("secret")).matches("whsec_[A-Za-z0-9+/]{43}=");
        assertThat(made.text("createdAt")).matches(GroupRequests.TIMESTAMP);
        assertThat(shown.status()).isEqualTo(200);
        assertThat(shown.json().has("secret")).isFalse();
        assertThat(shown.json().get("enabled").asBoolean()).isTrue();
        assertThat(changed.status()).isEqualTo(200);
        assertThat(changed.text("url")).isEqualTo("http://b.example/");
        assertThat(changed.json().at("/events/0").asText()).isEqualTo("run.failed");
        assertThat(changed.text("disabledAt")).matches(GroupRequests.TIMESTAMP);
        assertThat(removed.status()).isEqualTo(204);
        assertThat(get(client, path).status()).isEqualTo(404);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}|url: ",
                "{'url':'https://example.org'}|events: ",
                "{'url':'https://example.org','events':[]}|events: ",
                "{'url':'https://example.org','events':['task.failed','task.started']}|events[1]: ",
                "{'url':'https://example.org','events':['*']}|events[0]: ",
                "{'url':'ftp://example.org','events':['task.*']}|url: ",
                "{'url':'https://a:b@example.org','events':['task.*']}|url: ",
                "{'url':'http://10.0.0.1/','events':['task.*']}|url: ",
                "{'url':7,'events':['task.*']}|url: "
            })
    void a_bad_request_is_refused_and_its_field_named(String body, String field) {
        Client.Answer answer = post(client, "/webhooks", body);

        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.json().at("/error/message").asText()).contains(field);
    }

    @Test
    void the_end_of_a_task_arrives_as_its_get_shows_it_and_is_listed() throws InterruptedException {
        Client own = server.client().stranger().client();
        String webhook = post(own, "/webhooks", ALL).text("id");

        String task = TaskRequests.submitted(own, "{'type':'echo','input':{'text':'hello'}}");
        Sent sent = next();
        Client.Answer deliveries = delivered(own, webhook);

        JsonNode delivery = deliveries.json().at("/deliveries/0");
        assertThat(sent.body().get("type").asText()).isEqualTo("task.completed");
        assertThat(sent.body().get("timestamp").asText()).matches(GroupRequests.TIMESTAMP);
        assertThat(sent.body().get("data")).isEqualTo(get(own, "/tasks/" + task).json());
        assertThat(sent.headers()).containsKeys("webhook-timestamp", "webhook-signature");
        assertThat(delivery.get("id").asText()).isEqualTo(sent.headers().get("webhook-id"));
        assertThat(delivery.at("/attempts/0/status").asInt()).isEqualTo(204);
        assertThat(delivery.get("nextAt").isNull()).isTrue();
    }

    private static Client.Answer delivered(Client own, String webhook) throws InterruptedException {
        Client.Answer deliveries = get(own, "/webhooks/" + webhook + "/deliveries");
        for (int i = 0; i < 200 && !deliveries.body().contains("\"delivered\""); i++) {
            TimeUnit.MILLISECONDS.sleep(50);
            deliveries = get(own, "/webhooks/" + webhook + "/deliveries");
        }
        return deliveries;
    }

    @Test
    void a_workflow_arrives_with_its_steps_and_without_outputs_that_are_too_large() throws InterruptedException {
        Client own = server.client().stranger().client();
        post(own, "/webhooks", "{'url':'https://example.org/hook','events':['workflow.completed']}");
        String large = "x".repeat(300 * 1024);

        String workflow = post(
                        own,
                        "/workflows",
                        "{'name':'w','steps':[{'name':'small','taskType':'echo','input':{'text':'a'}},"
                                + "{'name':'large','taskType':'echo','input':{'text':'" + large + "'}}]}")
                .text("id");
        JsonNode data = next().body().get("data");

        assertThat(data.get("id").asText()).isEqualTo(workflow);
        assertThat(data.at("/steps/0/output/text").asText()).isEqualTo("a");
        assertThat(data.at("/steps/1/output").isNull()).isTrue();
        assertThat(data.get("truncated").asBoolean()).isTrue();
    }

    @Test
    void a_test_is_sent_and_sent_again_with_the_same_identifier() throws InterruptedException {
        Client own = server.client().stranger().client();
        String webhook = post(own, "/webhooks", "{'url':'https://example.org/hook','events':['run.*']}")
                .text("id");

        Client.Answer test = post(own, "/webhooks/" + webhook + "/test", "{}");
        Sent first = next();
        delivered(own, webhook);
        Client.Answer again = post(own, "/webhooks/" + webhook + "/deliveries/" + test.text("id") + "/redeliver", "{}");
        Sent second = next();

        assertThat(test.status()).isEqualTo(202);
        assertThat(again.status()).isEqualTo(202);
        assertThat(first.headers().get("webhook-id")).isEqualTo(test.text("id"));
        assertThat(second.headers().get("webhook-id")).isEqualTo(test.text("id"));
        assertThat(first.body().at("/data/id").asText()).isEqualTo(webhook);
        Client stranger = server.client().stranger().client();
        assertThat(post(stranger, "/webhooks/" + webhook + "/deliveries/" + test.text("id") + "/redeliver", "{}")
                        .status())
                .isEqualTo(404);
    }

    @Test
    void a_disabled_webhook_is_not_tested() {
        String webhook = post(client, "/webhooks", ALL).text("id");
        client.send("PATCH", "/api/v1/webhooks/" + webhook, "{\"enabled\":false}");

        Client.Answer test = post(client, "/webhooks/" + webhook + "/test", "{}");

        assertThat(test.status()).isEqualTo(409);
    }
}
