package dev.guildhall.llm.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.llm.provider.ContextLengths.ShowJson;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.wire.http.ScriptedServer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ContextLengthsTest {
    private final List<String> asked = new ArrayList<>();
    private Instant now = ScriptedServer.NOW;
    private Map<String, Object> info = Map.of("general.architecture", "llama", "llama.context_length", 8_192);

    private final ContextLengths lengths = new ContextLengths(() -> now, model -> {
        asked.add(model);
        return new ShowJson(info);
    });

    @Test
    void a_context_is_not_longer_than_that_of_the_model_which_is_asked_once_in_a_while() {
        assertThat(lengths.limited("a", 32_768)).isEqualTo(8_192);
        assertThat(lengths.limited("a", 4_096)).isEqualTo(4_096);
        now = now.plus(Duration.ofMinutes(10));
        info = Map.of("llama.context_length", 131_072);

        assertThat(lengths.limited("a", 32_768)).isEqualTo(32_768);
        assertThat(asked).containsExactly("a", "a");
    }

    @Test
    void a_server_that_does_not_say_the_length_sets_no_limit() {
        info = Map.of("general.architecture", "llama");

        assertThat(lengths.limited("a", 32_768)).isEqualTo(32_768);
        assertThat(failing(new CompletionProblem.ProviderFailed("away")).limited("a", 32_768))
                .isEqualTo(32_768);
    }

    @Test
    void a_client_that_leaves_during_the_question_is_not_ignored() {
        ContextLengths cancelled = failing(new CommonProblem.Cancelled());

        assertThatThrownBy(() -> cancelled.limited("a", 32_768)).isInstanceOf(Refusal.class);
    }

    private ContextLengths failing(Problem problem) {
        return new ContextLengths(() -> now, model -> {
            throw new Refusal(problem);
        });
    }
}
