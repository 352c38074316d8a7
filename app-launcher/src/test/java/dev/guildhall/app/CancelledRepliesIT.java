package dev.guildhall.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whenever a client disconnects or the process is killed, the conversation stays valid for a model. */
@Timeout(300)
class CancelledRepliesIT {
    private static final int ROUNDS = 24;
    private static final int KILLS = 6;

    @ParameterizedTest
    @ValueSource(strings = {"memory", "PostgreSQL"})
    void wherever_the_client_leaves_each_call_has_one_result_and_the_next_question_is_answered(
            String database, @TempDir Path folder) {
        Map<String, String> settings = Map.of(
                "GUILDHALL_DATABASE_URL",
                database.equals("memory") ? "memory" : TestPostgres.newAddress(),
                "GUILDHALL_EMBEDDINGS",
                "off");
        try (AgentTestServer server = new AgentTestServer(InProcessServer::start, folder, settings)) {
            for (int seed = 0; seed < ROUNDS; seed++) {
                InterruptedConversation conversation = new InterruptedConversation(server, seed);

                conversation.interrupt(() -> {});
                conversation.awaitEnd();

                conversation.requireWhole(database + ", seed " + seed + ", " + conversation.point());
                requireCancelled(conversation, seed);
            }
        }
    }

    private static void requireCancelled(InterruptedConversation conversation, int seed) {
        JsonNode trace = conversation.trace();
        switch (conversation.point()) {
            case AT_AN_EVENT ->
                assertThat(trace.path("outcome").asText()).as("seed " + seed).isIn("cancelled", "completed");
            case IN_THE_MODEL ->
                assertThat(trace.path("outcome").asText()).as("seed " + seed).isEqualTo("cancelled");
            case IN_A_TOOL -> {
                assertThat(trace.path("outcome").asText()).as("seed " + seed).isEqualTo("cancelled");
                assertThat(trace.path("steps"))
                        .filteredOn(step -> step.path("kind").asText().equals("tool"))
                        .isNotEmpty()
                        .allMatch(step -> step.path("error").isTextual());
            }
        }
    }

    @Test
    void wherever_the_process_is_killed_what_was_called_is_there_and_the_conversation_goes_on(@TempDir Path folder) {
        Map<String, String> settings =
                Map.of("GUILDHALL_DATABASE_URL", TestPostgres.newAddress(), "GUILDHALL_EMBEDDINGS", "off");
        try (AgentTestServer server = new AgentTestServer(ServerProcess::start, folder, settings)) {
            for (int seed = 0; seed < KILLS; seed++) {
                InterruptedConversation conversation = new InterruptedConversation(server, seed);

                conversation.interrupt(() -> {
                    conversation.awaitKept();
                    server.killAndStart();
                });
                conversation.awaitEnd();

                conversation.requireKept("killed, seed " + seed + ", " + conversation.point());
                conversation.requireWhole("killed, seed " + seed + ", " + conversation.point());
            }
        }
    }
}
