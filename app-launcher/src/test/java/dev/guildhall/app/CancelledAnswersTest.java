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

/** Wherever a client leaves and whenever the process dies, a conversation stays one that a model accepts. */
@Timeout(300)
class CancelledAnswersTest {
    private static final int ROUNDS = 24;
    private static final int KILLS = 6;

    @ParameterizedTest
    @ValueSource(strings = {"memory", "PostgreSQL"})
    void wherever_the_client_leaves_each_call_has_one_result_and_the_next_question_is_answered(
            String database, @TempDir Path folder) {
        Map<String, String> settings =
                database.equals("memory") ? Map.of("GUILDHALL_DATABASE_URL", "memory") : Map.of();
        try (AgentEstate estate = new AgentEstate(folder, settings)) {
            for (int seed = 0; seed < ROUNDS; seed++) {
                BrokenOffConversation talk = new BrokenOffConversation(estate, seed);

                talk.breakOff(() -> {});
                talk.awaitEnd();

                talk.requireWhole(database + ", seed " + seed + ", " + talk.point());
                requireCancelled(talk, seed);
            }
        }
    }

    private static void requireCancelled(BrokenOffConversation talk, int seed) {
        JsonNode trace = talk.trace();
        switch (talk.point()) {
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
        try (AgentEstate estate = new AgentEstate(folder, Map.of("GUILDHALL_EMBEDDINGS", "off"))) {
            for (int seed = 0; seed < KILLS; seed++) {
                BrokenOffConversation talk = new BrokenOffConversation(estate, seed);

                talk.breakOff(() -> {
                    talk.awaitKept();
                    estate.killAndStart();
                });
                talk.awaitEnd();

                talk.requireKept("killed, seed " + seed + ", " + talk.point());
                talk.requireWhole("killed, seed " + seed + ", " + talk.point());
            }
        }
    }
}
