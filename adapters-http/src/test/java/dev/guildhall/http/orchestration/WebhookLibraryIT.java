package dev.guildhall.http.orchestration;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.http.Client;
import dev.guildhall.http.NodeScript;
import dev.guildhall.http.TestServer;
import dev.guildhall.ports.webhook.WebhookSender;
import dev.guildhall.wire.json.Json;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whether the library of Standard Webhooks accepts the requests (webhooks-5). */
class WebhookLibraryIT {
    private record Sent(Map<String, String> headers, String body) {}

    private static final class Receiver implements WebhookSender {
        private final BlockingQueue<Sent> sent = new LinkedBlockingQueue<>();

        @Override
        public Optional<String> fault(String url) {
            return Optional.empty();
        }

        @Override
        public Reply send(String url, Map<String, String> headers, byte[] body, Duration timeout) {
            sent.add(new Sent(headers, new String(body, StandardCharsets.UTF_8)));
            return new Reply(Optional.of(200), Optional.empty());
        }
    }

    @TempDir
    private Path folder;

    @Test
    void the_library_verifies_a_request_and_refuses_a_changed_one() throws Exception {
        Receiver receiver = new Receiver();
        try (TestServer server = TestServer.start(
                        parts -> parts.webhooks(receiver, new ResourceBodies(() -> TestServer.ISSUER)));
                NodeScript library = NodeScript.start(folder, "/webhooks/verify.cjs", "standardwebhooks")) {
            Client client = server.client().stranger().client();
            String secret = TaskRequests.post(
                            client, "/webhooks", "{'url':'https://example.org/hook','events':['task.completed']}")
                    .text("secret");
            TaskRequests.submitted(client, "{'type':'echo','input':{'text':'caf\u00e9 \u8336'}}");
            Sent sent = receiver.sent.poll(20, TimeUnit.SECONDS);
            assertThat(sent).isNotNull();

            library.tell(Json.text(Map.of("secret", secret, "headers", sent.headers(), "body", sent.body())));
            JsonNode seen = library.seen();

            assertThat(seen.get("type").asText()).isEqualTo("task.completed");
            assertThat(seen.get("refusal").asText()).isEqualTo("WebhookVerificationError");
        }
    }
}
