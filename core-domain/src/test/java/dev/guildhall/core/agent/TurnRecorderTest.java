package dev.guildhall.core.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.testkit.Sample;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class TurnRecorderTest {
    private final TurnRecorder turn = new TurnRecorder(() -> Sample.NOW);

    private List<String> idsFor(String... given) {
        List<ToolCall> calls = Stream.of(given)
                .map(id -> new ToolCall(id, "a.b", new ToolArguments.Parsed(Map.of())))
                .toList();
        return turn.withUniqueIds(calls).stream().map(ToolCall::id).toList();
    }

    @Test
    void ids_that_are_unique_stay_as_they_are() {
        List<String> ids = idsFor("toolu_1", "toolu_2");

        assertThat(ids).containsExactly("toolu_1", "toolu_2");
    }

    @Test
    void calls_without_an_id_get_one_each() {
        List<String> ids = idsFor("", " ", "");

        assertThat(ids).containsExactly("call_1", "call_2", "call_3");
    }

    @Test
    void an_id_that_an_earlier_round_had_is_changed() {
        List<String> first = idsFor("same", "same");
        List<String> second = idsFor("same");

        assertThat(first).startsWith("same").doesNotHaveDuplicates();
        assertThat(second).doesNotContainAnyElementsOf(first);
    }

    @Test
    @Timeout(value = 5, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void an_id_that_looks_like_the_changed_form_of_another_hung_the_agent() {
        List<String> ids = idsFor("a", "a_3", "a", "call_6", "", "a");

        assertThat(ids).hasSize(6).doesNotHaveDuplicates().startsWith("a", "a_3");
    }

    @Test
    void a_turn_in_which_nothing_happened_is_empty() {
        TurnRecorder spoken = new TurnRecorder(() -> Sample.NOW);
        spoken.addText("H");

        assertThat(turn.isEmpty()).isTrue();
        assertThat(spoken.isEmpty()).isFalse();
    }
}
