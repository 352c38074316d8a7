package dev.guildhall.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A call that waits for its user while its server is killed, and goes on on one of two others (approvals-5). */
@Timeout(180)
class ApprovalOnNodesIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final int LOOK_MS = 100;
    private static final String MANIFEST = """
        {"name": "records", "displayName": "Records", "description": "Records of a shop.", "kind": "http",
         "auth": {"type": "none"}, "baseUrl": "http://127.0.0.1:%d",
         "actions": {"remove": {"description": "Removes a record.", "method": "DELETE", "path": "/records/{id}",
          "parameters": {"id": {"type": "integer", "in": "path", "required": true, "description": "Which record."}}}}}
        """;

    private final Queue<String> removed = new ConcurrentLinkedQueue<>();
    private final Upstream records = new Upstream(this::serve);
    private final Upstream model = new Upstream(ApprovalOnNodesIT::model);

    @TempDir
    private Path folder;

    private String database = "";

    private void serve(Upstream.Asked asked) throws IOException {
        removed.add(asked.line());
        asked.out().write(ModelResponses.response(200, "{\"done\":true}"));
        asked.out().flush();
    }

    /** A model that calls the tool, and then repeats its result. */
    private static void model(Upstream.Asked asked) throws IOException {
        JsonNode messages = JSON.readTree(asked.body()).path("messages");
        JsonNode last = messages.path(messages.size() - 1);
        boolean isDone = last.path("role").asText().equals("tool");
        ScriptedModels.answer(
                asked,
                isDone
                        ? ScriptedModels.Script.saying("Removed.")
                        : ScriptedModels.Script.calling(
                                "", new ScriptedModels.Call("c1", "records__remove", Map.of("id", 7))),
                false);
    }

    @BeforeEach
    void configure() throws IOException {
        database = TestPostgres.newAddress();
        Files.writeString(
                Files.createDirectories(folder.resolve("manifests")).resolve("records.json"),
                MANIFEST.formatted(records.port()));
    }

    @AfterEach
    void close() {
        records.close();
        model.close();
    }

    private ServerProcess start(String node) {
        return Nodes.start(
                folder.resolve(node),
                database,
                Map.of(
                        "GUILDHALL_LLM_PROVIDER", "openai",
                        "GUILDHALL_LLM_BASE_URL", "http://127.0.0.1:" + model.port() + "/openai/v1",
                        "GUILDHALL_LLM_MODEL", "m-1",
                        "GUILDHALL_EGRESS_ALLOW", "127.0.0.1",
                        "GUILDHALL_INTEGRATIONS_DIR",
                                folder.resolve("manifests").toString()));
    }

    @Test
    void a_call_is_made_once_after_its_server_was_killed() throws Exception {
        ServerProcess killed = start("first");
        Web ada = new Web(killed.address("account"));
        ada.register();
        ada.beginningOf(
                killed.address("agent") + "/api/chat",
                ada.question("Remove record 7.", ",\"stream\":true,\"approvals\":\"ask\""),
                "\"expiresAt\"");
        killed.kill();

        CompletableFuture<ServerProcess> starting = CompletableFuture.supplyAsync(() -> start("second"));
        try (ServerProcess third = start("third");
                ServerProcess second = starting.get()) {
            Web again = new Web(second.address("account"));
            again.signIn();
            JsonNode waiting =
                    again.get(second.address("agent") + "/api/approvals").at("/approvals/0");
            String chat = "/api/chat/" + waiting.path("chatId").asText();

            assertThat(waiting.path("effect").asText()).isEqualTo("destructive");
            assertThat(waiting.path("parameters").toString()).isEqualTo("{\"id\":7}");
            assertThat(removed).isEmpty();
            again.post(
                    third.address("agent") + chat + "/approvals/c1",
                    "{\"decision\":\"approve\",\"parameters\":{\"id\":8}}");
            JsonNode answer = whole(again, second.address("agent") + chat + "?userId=" + again.userId());

            assertThat(answer.path("content").asText()).isEqualTo("Removed.");
            assertThat(answer.at("/toolCalls/0/parameters").toString()).isEqualTo("{\"id\":8}");
            assertThat(answer.at("/toolCalls/0/requestedParameters").toString()).isEqualTo("{\"id\":7}");
            assertThat(List.copyOf(removed)).containsExactly("DELETE /records/8 HTTP/1.1");
        }
    }

    /** The answer of a chat when it is whole. */
    private static JsonNode whole(Web user, String chat) throws InterruptedException {
        Instant end = Instant.now().plus(PATIENCE);
        while (true) {
            JsonNode answer = user.get(chat).at("/messages/1");
            if (!answer.has("ended")) {
                return answer;
            }
            assertThat(Instant.now()).as("%s", answer).isBefore(end);
            Thread.sleep(LOOK_MS);
        }
    }
}
