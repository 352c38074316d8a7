package dev.guildhall.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The usage of models across restarts of the process. */
@Timeout(180)
class UsageSurvivalIT {
    private static final String DATABASE = TestPostgres.newAddress();
    private static final int REQUESTS = 20;
    private static final String QUESTION = "{\"messages\":[{\"role\":\"user\",\"content\":\"Hello there\"}]}";

    private static Map<String, String> settings(Path folder) {
        return Map.of(
                "GUILDHALL_DATA_DIR",
                folder.resolve("data").toString(),
                "GUILDHALL_DATABASE_URL",
                DATABASE,
                "GUILDHALL_PORT",
                "0",
                "GUILDHALL_EMBEDDINGS",
                "off");
    }

    private static void ask(RunningServer server, Web ada, int times) {
        for (int i = 0; i < times; i++) {
            assertThat(ada.post(server.root() + "/completion/api/chat", QUESTION)
                            .path("content")
                            .asText())
                    .isNotEmpty();
        }
    }

    private static JsonNode usage(RunningServer server, Web ada) {
        return ada.get(server.root() + "/completion/api/usage?days=1").path("data");
    }

    private static Web signedIn(RunningServer server) {
        Web ada = new Web(server.root() + "/api/v1");
        ada.signIn();
        return ada;
    }

    @Test
    void a_stop_and_a_kill_keep_every_request_that_was_answered(@TempDir Path folder) {
        try (ServerProcess first = ServerProcess.start(folder, settings(folder))) {
            Web ada = new Web(first.root() + "/api/v1");
            ada.register();
            ask(first, ada, REQUESTS);
        }

        ServerProcess second = ServerProcess.start(folder, settings(folder));
        JsonNode stopped = usage(second, signedIn(second));
        ask(second, signedIn(second), REQUESTS);
        second.kill();

        try (InProcessServer third = InProcessServer.start(folder, settings(folder))) {
            JsonNode killed = usage(third, signedIn(third));

            assertThat(stopped.path("totalRequests").asInt()).isEqualTo(REQUESTS);
            assertThat(killed.path("totalRequests").asInt()).isEqualTo(2 * REQUESTS);
            assertThat(killed.path("byModel").path("demo").path("requests").asInt())
                    .isEqualTo(2 * REQUESTS);
        }
    }
}
