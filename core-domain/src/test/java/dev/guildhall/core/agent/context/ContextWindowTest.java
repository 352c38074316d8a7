package dev.guildhall.core.agent.context;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.agent.Shown;
import dev.guildhall.core.config.AgentLimits;
import dev.guildhall.ports.agent.ChatEntry;
import dev.guildhall.ports.agent.IncompleteReason;
import dev.guildhall.ports.agent.Speaker;
import dev.guildhall.ports.agent.ToolUse;
import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.Sampling;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.testkit.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class ContextWindowTest {
    /** Two words and what comes with every message. */
    private static final int INSTRUCTIONS = 5;

    /** One word of up to eight letters, and what comes with every message. */
    private static final int WORD = 4;

    private static ContextWindow window(int messages) {
        AgentLimits.Context context = new AgentLimits.Context(messages, 1_000, Map.of("small", 500));
        AgentLimits.Results results = Sample.with(AgentLimits.Results.DEFAULT, "characters", 20);
        return new ContextWindow(
                Sample.with(AgentLimits.DEFAULT, "results", results).withContext(context),
                model -> context.tokensOf(model.orElse("usual")));
    }

    private static List<ChatMessage> context(int messages, int tokens, ChatEntry... entries) {
        return window(messages)
                .of(ContextWindow.Preface.of("be kind"), List.of(entries), INSTRUCTIONS + tokens, new TokenCounts())
                .messages();
    }

    private static List<String> shown(int tokens, ChatEntry... entries) {
        return Shown.to(context(100, tokens, entries));
    }

    private static ChatEntry use(int round, String id, Map<String, Object> parameters, Object result) {
        return Sample.answered("done", new ToolUse(id, round, "a.b", parameters, new ToolOutcome.Success(result)));
    }

    @Test
    void the_instructions_come_first() {
        List<ChatMessage> context = context(100, 100, Sample.said("hi"));

        assertThat(context).containsExactly(new ChatMessage.Instruction("be kind"), new ChatMessage.User("hi"));
    }

    @Test
    void the_latest_messages_that_fit_are_shown() {
        List<String> shown = shown(2 * WORD, Sample.said("older"), Sample.said("old"), Sample.said("new"));

        assertThat(shown).containsExactly("user: old\n\nnew");
    }

    @Test
    void a_question_that_was_not_answered_is_not_asked_again_with_the_next_one() {
        ChatEntry next = Sample.said("What now?");
        ChatEntry later =
                new ChatEntry(next.speaker(), next.content(), next.timestamp().plusSeconds(1));

        assertThat(shown(100, Sample.said("Count to 500"), later))
                .containsExactly("user: Count to 500", "assistant: (This was not answered.)", "user: What now?");
    }

    @Test
    void messages_of_one_question_are_joined() {
        List<String> shown = shown(
                100, Sample.said("Are you there?"), Sample.said("Hello?"), Sample.answered("Yes."), Sample.said("x"));

        assertThat(shown).containsExactly("user: Are you there?\n\nHello?", "assistant: Yes.", "user: x");
    }

    @Test
    void calls_without_a_word_behind_them_end_in_one_of_the_assistant() {
        ToolUse use = new ToolUse("c1", 1, "a.b", Map.of(), new ToolOutcome.Success(1));

        ChatEntry cut = Sample.answered("", use).ended(IncompleteReason.INTERRUPTED);

        List<ChatMessage> context = context(100, 100, Sample.said("q"), cut, Sample.said("next"));

        assertThat(context.subList(context.size() - 2, context.size()))
                .containsExactly(
                        new ChatMessage.Assistant("(The answer was interrupted here.)"), new ChatMessage.User("next"));
    }

    @Test
    void a_window_that_was_cut_does_not_begin_with_an_answer() {
        List<String> shown = shown(
                3 * WORD,
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
        List<ChatMessage> context = context(2, 100, Sample.answered("orphan"), Sample.said("hi"));

        assertThat(Shown.to(context)).containsExactly("user: hi");
    }

    @Test
    void a_question_beyond_the_budget_is_cut_in_its_middle_and_hides_nothing_that_was_said_before_it() {
        String question = "begin " + "word ".repeat(1_000) + "end 👋";

        List<ChatMessage> context =
                context(100, 400, Sample.said("old"), Sample.answered("known"), Sample.said(question));

        assertThat(Shown.to(context)).hasSize(3).startsWith("user: old", "assistant: known");
        assertThat(context.getLast().content())
                .matches("begin [word ]+\\s*… \\(cut here, 5012 characters in all\\) …\\s*[word ]+end 👋");
        assertThat(ContextTokens.of(context)).isBetween(350L, INSTRUCTIONS + 400L);
    }

    @Test
    void an_earlier_message_beyond_the_budget_hides_neither_itself_nor_the_turn_before_it() {
        String pasted = "word ".repeat(1_000).strip();

        List<ChatMessage> context = context(
                100,
                800,
                Sample.said("old"),
                Sample.answered("known"),
                Sample.said(pasted),
                Sample.answered(pasted),
                Sample.said(pasted));

        assertThat(Shown.to(context.subList(context.size() - 3, context.size())))
                .allMatch(said -> said.contains("(cut here, 4999 characters in all)"));
        assertThat(ContextTokens.of(context)).isLessThanOrEqualTo(INSTRUCTIONS + 800L);
        assertThat(shown(
                        400,
                        Sample.said("old"),
                        Sample.answered("known"),
                        Sample.said(pasted),
                        Sample.answered("x"),
                        Sample.said("next")))
                .hasSize(5)
                .startsWith("user: old", "assistant: known")
                .endsWith("assistant: x", "user: next");
    }

    @Test
    void what_is_cut_in_its_middle_is_never_cut_within_a_character() {
        for (int most = 20; most < 30; most++) {
            String cut = ContextTokens.cutInside("👋🌍".repeat(50), most);

            assertThat(cut).matches("(👋|🌍)*\\s*… \\(cut here, 200 characters in all\\) …\\s*(👋|🌍)*");
            assertThat(ContextTokens.of(cut)).isLessThanOrEqualTo(most);
        }
    }

    @Test
    void what_is_cut_is_never_cut_within_a_character() {
        for (int most = 5; most < 12; most++) {
            String cut = ContextTokens.cut("👋🌍".repeat(50), most);

            assertThat(cut).matches("(👋|🌍)*… \\(cut\\)");
            assertThat(ContextTokens.of(cut)).isLessThanOrEqualTo(most);
        }
    }

    @Test
    void what_is_known_stands_behind_the_instructions_and_has_a_part_of_the_budget_each() {
        ContextWindow.Preface preface = new ContextWindow.Preface("be kind", "m ".repeat(500), "s ".repeat(500), 0);

        ContextWindow.Prompt shown = window(100).of(preface, List.of(Sample.said("hi")), 100, new TokenCounts());

        assertThat(shown.messages()).hasSize(2);
        assertThat(shown.messages().getFirst().content())
                .matches("be kind\n\n(m ?){15,21}… \\(cut\\)\n\n(s ?){15,21}… \\(cut\\)");
        assertThat(shown.room()).isBetween(40L, 60L);
    }

    @Test
    void the_results_of_tools_are_cut_and_counted() {
        ChatEntry wordy = use(1, "c1", Map.of(), "r".repeat(1000));

        List<String> shown = shown(60, Sample.said("q"), wordy, Sample.said("next"));
        List<String> tooMuch = shown(30, Sample.said("q"), wordy, Sample.said("next"));

        assertThat(shown).hasSize(5).element(2).asString().contains("(cut, 1002 characters in all)");
        assertThat(tooMuch).containsExactly("user: next");
    }

    @Test
    void the_arguments_of_calls_were_not_counted() {
        ChatEntry wordy = use(1, "c1", Map.of("text", "p".repeat(1000)), 1);

        List<ChatMessage> context = context(100, 150, Sample.said("q"), wordy, Sample.said("next"));

        assertThat(ContextTokens.of(context)).isLessThanOrEqualTo(INSTRUCTIONS + 150L);
        assertThat(Shown.to(context)).hasSize(5).element(1).asString().contains("(cut, 1000 characters in all)");
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
                .containsExactly(
                        "user: q",
                        "calls: c1=a.b{} c2=a.b{}",
                        "c1: 1",
                        "c2: 1",
                        "calls: c3=a.b{}",
                        "c3: 1",
                        "assistant: (The answer had no text.)");
    }

    @Test
    void instructions_in_the_conversation_stay_where_they_were() {
        ChatEntry system = new ChatEntry(Speaker.SYSTEM, "be brief", Sample.NOW);

        assertThat(shown(100, Sample.said("a"), system, Sample.said("b")))
                .containsExactly("user: a", "system: be brief", "user: b");
    }

    @Test
    void a_model_has_the_budget_of_its_name_or_the_one_of_all() {
        assertThat(window(100).tokensFor(Sampling.model("small"))).isEqualTo(500);
        assertThat(window(100).tokensFor(Sampling.model("other"))).isEqualTo(1_000);
        assertThat(window(100).tokensFor(Sampling.DEFAULT)).isEqualTo(1_000);
    }

    @RepeatedTest(50)
    void whatever_was_said_fits_with_every_call_beside_its_result(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        List<ChatEntry> entries = new ArrayList<>();
        for (int i = 0; i < random.nextInt(40); i++) {
            entries.add(random.nextBoolean() ? Sample.said(words(random)) : used(random, i));
        }
        entries.add(Sample.said(words(random)));
        int tokens = 100 + random.nextInt(2_000);

        List<ChatMessage> context = window(30)
                .of(
                        new ContextWindow.Preface("be kind", words(random), words(random), 0),
                        entries,
                        tokens,
                        new TokenCounts())
                .messages();

        assertThat(ContextTokens.of(context)).isLessThanOrEqualTo(tokens);
        assertThat(Shown.callIds(context)).isEqualTo(Shown.resultIds(context));
        assertThat(context.getLast()).isInstanceOf(ChatMessage.User.class);
    }

    private static ChatEntry used(Random random, int number) {
        List<ToolUse> uses = new ArrayList<>();
        for (int i = 0; i < random.nextInt(4); i++) {
            uses.add(new ToolUse(
                    "c" + number + "_" + i,
                    1 + i / 2,
                    "a.b",
                    Map.of("text", words(random)),
                    new ToolOutcome.Success(words(random))));
        }
        return Sample.answered(words(random), uses.toArray(ToolUse[]::new));
    }

    private static String words(Random random) {
        return "tea 茶 1234 ".repeat(random.nextInt(60));
    }

    private static List<String> notices(int messages, int tokens, ChatEntry... entries) {
        return window(messages)
                .of(ContextWindow.Preface.of("be kind"), List.of(entries), INSTRUCTIONS + tokens, new TokenCounts())
                .notices();
    }

    @Test
    void a_question_was_cut_without_a_notice() {
        String question = "begin " + "word ".repeat(10_000) + "end";

        assertThat(notices(100, 100 * WORD, Sample.said(question)))
                .singleElement()
                .asString()
                .matches("The model received the beginning and the end of your message, [1-9],?\\d+ of its 50,009"
                        + " characters, because of the size of its context\\.");
        assertThat(notices(100, 100_000, Sample.said(question))).isEmpty();
    }

    @Test
    void earlier_messages_were_left_out_without_a_notice_unless_a_summary_has_them() {
        ChatEntry[] entries = {Sample.said("older"), Sample.said("old"), Sample.said("new")};

        assertThat(notices(100, 2 * WORD, entries))
                .containsExactly("The model did not receive the oldest message of this chat because of the size of its"
                        + " context.");
        assertThat(notices(100, 1_000, entries)).isEmpty();
    }

    @Test
    void earlier_messages_of_the_user_were_shortened_without_a_notice() {
        String words = "word ".repeat(1_000);

        assertThat(notices(100, 1_000, Sample.said(words), Sample.answered("ok"), Sample.said("new")))
                .containsExactly("The model received a shortened form of one earlier message because of the size of its"
                        + " context.");
        assertThat(notices(100, 1_000, Sample.said("x"), Sample.answered(words), Sample.said("new")))
                .isEmpty();
    }

    @Test
    void pictures_and_files_were_left_out_without_a_notice() {
        ChatEntry omitted = Sample.said("look").withoutParts();

        assertThat(notices(100, 1_000, omitted, Sample.said("new")))
                .containsExactly(
                        "The model did not receive the pictures and files of one message, since a request has no"
                                + " room for them.");
        assertThat(notices(100, 1_000, omitted, omitted, Sample.said("new")))
                .containsExactly(
                        "The model did not receive the pictures and files of 2 messages, since a request has no"
                                + " room for them.");
    }
}
