package dev.guildhall.core.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.Sample;
import dev.guildhall.ports.agent.ChatEntry;
import dev.guildhall.ports.agent.Speaker;
import dev.guildhall.ports.agent.ToolUse;
import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.tool.ToolOutcome;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ContextWindowTest {
    private static ContextWindow window(int messages, int characters) {
        return new ContextWindow(AgentLimits.DEFAULT
                .withContext(new AgentLimits.Context(messages, characters))
                .withResults(AgentLimits.Results.DEFAULT.withCharacters(20)));
    }

    private static List<String> shown(int characters, ChatEntry... entries) {
        return Shown.to(window(100, characters).of("be kind", List.of(entries)));
    }

    private static ChatEntry use(int round, String id, Map<String, Object> parameters, Object result) {
        return Sample.answered("done", new ToolUse(id, round, "a.b", parameters, new ToolOutcome.Success(result)));
    }

    @Test
    void the_instructions_come_first() {
        List<ChatMessage> context = window(100, 100).of("be kind", List.of(Sample.said("hi")));

        assertThat(context).containsExactly(new ChatMessage.Instruction("be kind"), new ChatMessage.User("hi"));
    }

    @Test
    void the_latest_messages_that_fit_are_shown() {
        List<String> shown = shown(10, Sample.said("too old"), Sample.said("12345"), Sample.said("67890"));

        assertThat(shown).containsExactly("user: 12345", "user: 67890");
    }

    @Test
    void the_last_message_is_shown_whatever_its_size() {
        List<String> shown = shown(3, Sample.said("old"), Sample.said("much too long"));

        assertThat(shown).containsExactly("user: much too long");
    }

    @Test
    void a_window_that_was_cut_does_not_begin_with_an_answer() {
        List<String> shown = shown(
                12,
                Sample.said("a long question"),
                Sample.answered("short"),
                Sample.answered("x"),
                Sample.said("next"));

        assertThat(shown).containsExactly("user: next");
    }

    @Test
    void a_conversation_that_really_begins_with_the_agent_is_shown_whole() {
        List<String> shown = shown(100, Sample.answered("Hello! I am here."), Sample.said("hi"));

        assertThat(shown).containsExactly("assistant: Hello! I am here.", "user: hi");
    }

    @Test
    void as_many_messages_as_the_limit_may_have_lost_their_beginning() {
        List<ChatEntry> entries = List.of(Sample.answered("orphan"), Sample.said("hi"));

        List<String> shown = Shown.to(window(2, 100).of("be kind", entries));

        assertThat(shown).containsExactly("user: hi");
    }

    @Test
    void the_results_of_tools_are_cut_and_counted() {
        ChatEntry wordy = use(1, "c1", Map.of(), "r".repeat(1000));

        List<String> shown = shown(70, Sample.said("q"), wordy, Sample.said("next"));
        List<String> tooMuch = shown(30, Sample.said("q"), wordy, Sample.said("next"));

        assertThat(shown).hasSize(5).element(2).asString().contains("(cut, 1002 characters in all)");
        assertThat(tooMuch).containsExactly("user: next");
    }

    @Test
    void the_arguments_of_calls_were_not_counted() {
        ChatEntry wordy = use(1, "c1", Map.of("text", "p".repeat(1000)), 1);

        List<String> shown = shown(500, Sample.said("q"), wordy, Sample.said("next"));

        assertThat(shown).containsExactly("user: next");
    }

    @Test
    void each_round_is_one_message_with_its_calls_followed_by_their_results() {
        ToolOutcome ok = new ToolOutcome.Success(1);
        ChatEntry answer = Sample.answered(
                "",
                new ToolUse("c1", 1, "a.b", Map.of(), ok),
                new ToolUse("c2", 1, "a.b", Map.of(), ok),
                new ToolUse("c3", 2, "a.b", Map.of(), ok));

        List<String> shown = shown(100, Sample.said("q"), answer);

        assertThat(shown)
                .containsExactly("user: q", "calls: c1=a.b{} c2=a.b{}", "c1: 1", "c2: 1", "calls: c3=a.b{}", "c3: 1");
    }

    @Test
    void instructions_in_the_conversation_stay_where_they_were() {
        ChatEntry system = new ChatEntry(Speaker.SYSTEM, "be brief", Sample.NOW);

        assertThat(shown(100, Sample.said("a"), system, Sample.said("b")))
                .containsExactly("user: a", "system: be brief", "user: b");
    }
}
