package dev.guildhall.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Services on the main port and on ports of their own. */
class ListenersIT {
    @TempDir
    private Path folder;

    @Test
    void every_listener_of_a_node_documents_all_services_of_the_node() {
        Map<String, String> settings = Map.of(
                "GUILDHALL_DATABASE_URL", "memory",
                "GUILDHALL_PORT", "0",
                "GUILDHALL_EMBEDDINGS", "off",
                "GUILDHALL_AGENT_PORT", "0");
        try (InProcessServer running = InProcessServer.start(folder, settings)) {
            String agent = running.address("agent");
            String main = running.address("completion").replace("/completion", "");
            Web anonymous = new Web(main);

            assertThat(anonymous
                            .get(main + "/openapi/agent.json")
                            .at("/servers/0/url")
                            .asText())
                    .isEqualTo(agent);
            assertThat(anonymous
                            .get(agent + "/openapi/agent.json")
                            .at("/servers/0/url")
                            .asText())
                    .isEqualTo("/");
            assertThat(anonymous
                            .get(agent + "/openapi/account.json")
                            .at("/servers/0/url")
                            .asText())
                    .isEqualTo(running.address("account"));
        }
    }

    @Test
    void services_run_in_memory_on_ports_of_their_own() {
        Map<String, String> settings = Map.of(
                "GUILDHALL_DATABASE_URL", "memory",
                "GUILDHALL_PORT", "0",
                "GUILDHALL_EMBEDDINGS", "off",
                "GUILDHALL_SERVICES", "account,completion",
                "GUILDHALL_COMPLETION_PORT", "0");
        try (InProcessServer server = InProcessServer.start(folder, settings)) {
            Web ada = new Web(server.address("account"));
            ada.register();
            String completion = server.address("completion");

            JsonNode answer =
                    ada.post(completion + "/api/chat", "{\"messages\":[{\"role\":\"user\",\"content\":\"hello\"}]}");

            assertThat(completion).doesNotContain("/completion").isNotEqualTo(server.root());
            assertThat(answer.get("content").asText()).isNotEmpty();
            assertThat(ada.statusOf(server.root() + "/completion/api/models")).isEqualTo(404);
            assertThat(ada.statusOf(server.root() + "/agent/api/tools")).isEqualTo(404);
            assertThat(ada.statusOf(completion + "/health/ready")).isEqualTo(200);
            assertThat(ada.statusOf(completion + "/v1/models")).isEqualTo(200);
            assertThat(ada.statusOf(completion + "/api/usage")).isEqualTo(200);
        }
    }
}
