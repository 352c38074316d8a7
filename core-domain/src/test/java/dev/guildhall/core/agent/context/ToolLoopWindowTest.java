package dev.guildhall.core.agent.context;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.agent.Shown;
import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.tool.ToolOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class ToolLoopWindowTest {
    private static final String MARK = "… (cut, ";

    private static List<ChatMessage> context(String... turns) {
        List<ChatMessage> context = new ArrayList<>();
        context.add(new ChatMessage.Instruction("be kind"));
        for (String turn : turns) {
            context.add(new ChatMessage.User(turn));
            context.add(new ChatMessage.Assistant("answered " + turn));
        }
        context.add(new ChatMessage.User("the question"));
        return context;
    }

    private static List<ChatMessage> round(int number, Map<String, Object> arguments, String... results) {
        List<ChatMessage> round = new ArrayList<>();
        round.add(new ChatMessage.Assistant(
                "",
                IntStream.range(0, results.length)
                        .mapToObj(call -> new ToolCall(number + "/" + call, "a.b", new ToolArguments.Parsed(arguments)))
                        .toList()));
        for (int call = 0; call < results.length; call++) {
            round.add(new ChatMessage.ToolResult(number + "/" + call, "a.b", results[call]));
        }
        return round;
    }

    private static String words(int count) {
        return "word ".repeat(count).strip();
    }

    private static String result(List<ChatMessage> messages, String callId) {
        return messages.stream()
                .filter(message -> message instanceof ChatMessage.ToolResult result
                        && result.callId().equals(callId))
                .findFirst()
                .orElseThrow()
                .content();
    }

    private static List<ChatMessage> joined(List<ChatMessage> context, List<ChatMessage> rounds) {
        List<ChatMessage> all = new ArrayList<>(context);
        all.addAll(rounds);
        return all;
    }

    @Test
    void what_fits_is_sent_as_it_is() {
        List<ChatMessage> rounds = round(1, Map.of("x", 1), words(50));

        List<ChatMessage> sent = ToolLoopWindow.of(context("earlier"), rounds, 1_000, new TokenCounts());

        assertThat(sent).isEqualTo(joined(context("earlier"), rounds));
    }

    @Test
    void results_of_the_oldest_rounds_are_shortened_first() {
        List<ChatMessage> rounds = joined(
                round(1, Map.of(), words(400)), joined(round(2, Map.of(), words(400)), round(3, Map.of(), words(400))));

        List<ChatMessage> sent = ToolLoopWindow.of(context("earlier"), rounds, 1_000, new TokenCounts());

        assertThat(result(sent, "1/0")).contains(MARK + "1999 characters in all)");
        assertThat(result(sent, "2/0")).isEqualTo(words(400));
        assertThat(result(sent, "3/0")).isEqualTo(words(400));
        assertThat(sent).startsWith(context("earlier").toArray(ChatMessage[]::new));
        assertThat(ContextTokens.of(sent)).isBetween(900L, 1_000L);
    }

    @Test
    void of_one_round_the_longest_results_are_shortened() {
        List<ChatMessage> sent = ToolLoopWindow.of(
                context(), round(1, Map.of(), words(20), words(2_000), words(1_000)), 1_000, new TokenCounts());

        assertThat(result(sent, "1/0")).isEqualTo(words(20));
        assertThat(ContextTokens.of(result(sent, "1/1"))).isEqualTo(ContextTokens.of(result(sent, "1/2")));
    }

    @Test
    void a_chat_that_fills_the_window_makes_way_for_what_the_last_round_found() {
        List<ChatMessage> context = context(words(300), words(300), words(300));

        List<ChatMessage> sent = ToolLoopWindow.of(context, round(1, Map.of(), words(400)), 2_000, new TokenCounts());

        assertThat(result(sent, "1/0")).isEqualTo(words(400));
        assertThat(sent).startsWith(context(words(300), words(300)).toArray(ChatMessage[]::new));
    }

    @Test
    void a_result_that_was_cut_before_still_tells_how_long_it_was_and_has_one_mark() {
        String cut = ToolResults.forModel(new ToolOutcome.Success("word ".repeat(1_000)), 2_000);

        String shortened = ToolResults.shortened(cut, 100);

        assertThat(shortened).endsWith(MARK + "5002 characters in all)").containsOnlyOnce(MARK);
        assertThat(ContextTokens.of(shortened)).isLessThanOrEqualTo(100);
    }

    @Test
    void arguments_stay_whole_as_long_as_results_can_be_shortened() {
        Map<String, Object> arguments = Map.of("text", words(300));

        List<ChatMessage> sent =
                ToolLoopWindow.of(context(), round(1, arguments, words(3_000)), 1_000, new TokenCounts());

        assertThat(sent.get(2)).isEqualTo(round(1, arguments, "").getFirst());
    }

    @Test
    void arguments_that_are_too_long_themselves_are_cut() {
        Map<String, Object> arguments = Map.of("text", words(3_000));

        List<ChatMessage> sent =
                ToolLoopWindow.of(context(), round(1, arguments, words(100)), 1_000, new TokenCounts());

        assertThat(Shown.callIds(sent)).containsExactly("1/0");
        assertThat(ContextTokens.of(sent)).isLessThanOrEqualTo(1_000);
    }

    @RepeatedTest(200)
    void whatever_was_said_and_done_all_of_it_fits_and_every_call_has_its_result(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        List<ChatMessage> context = context(IntStream.range(0, random.nextInt(5))
                .mapToObj(turn -> words(random.nextInt(200)))
                .toArray(String[]::new));
        List<ChatMessage> rounds = new ArrayList<>();
        for (int number = 1; number <= 1 + random.nextInt(5); number++) {
            rounds.addAll(round(
                    number,
                    Map.of("text", words(random.nextInt(100))),
                    IntStream.range(0, 1 + random.nextInt(4))
                            .mapToObj(call -> words(random.nextInt(2_000)))
                            .toArray(String[]::new)));
        }

        List<ChatMessage> sent = ToolLoopWindow.of(context, rounds, 4_000, new TokenCounts());

        assertThat(ContextTokens.of(sent)).isLessThanOrEqualTo(4_000);
        assertThat(Shown.resultIds(sent)).isEqualTo(Shown.resultIds(rounds)).isEqualTo(Shown.callIds(sent));
        assertThat(sent).contains(new ChatMessage.User("the question"));
    }
}
