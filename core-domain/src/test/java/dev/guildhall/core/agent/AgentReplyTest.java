package dev.guildhall.core.agent;

import static dev.guildhall.core.agent.Conversing.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.guildhall.core.agent.context.ContextTokens;
import dev.guildhall.core.config.AgentLimits;
import dev.guildhall.core.config.Prices;
import dev.guildhall.ports.agent.AgentEvent;
import dev.guildhall.ports.agent.AgentReply;
import dev.guildhall.ports.agent.AgentRequest;
import dev.guildhall.ports.agent.ChatEntry;
import dev.guildhall.ports.agent.ReplyDetails;
import dev.guildhall.ports.agent.Speaker;
import dev.guildhall.ports.agent.ToolQuestion;
import dev.guildhall.ports.agent.ToolUse;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.FinishReason;
import dev.guildhall.ports.completion.ModelPrice;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.ports.usage.Cost;
import dev.guildhall.ports.usage.Usage;
import java.math.BigDecimal;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class AgentReplyTest {
    private static final Prices PRICES = new Prices(
            Currency.getInstance("EUR"),
            Map.of(
                    "scripted",
                    new ModelPrice(
                            new BigDecimal("2"),
                            new BigDecimal("2"),
                            Optional.empty(),
                            new BigDecimal("5"),
                            new BigDecimal("5"))));

    private final Conversing talk = new Conversing();

    private static Completion costly(String content, List<ToolCall> calls, Usage usage) {
        return new Completion(content, calls, "scripted", usage, FinishReason.STOP);
    }

    private String tokens() {
        return talk.events().stream()
                .filter(AgentEvent.Token.class::isInstance)
                .map(event -> ((AgentEvent.Token) event).text())
                .collect(Collectors.joining());
    }

    @Test
    void an_answer_without_tools_is_what_the_model_said() {
        talk.modelSays("Forty two, of course.");

        AgentReply reply = talk.ask("what is it?");

        assertThat(reply.message().content()).isEqualTo("Forty two, of course.");
        assertThat(reply.toolsUsed()).isEmpty();
        assertThat(tokens()).isEqualTo("Forty two, of course.");
        assertThat(talk.kept())
                .extracting(ChatEntry::speaker, ChatEntry::content)
                .containsExactly(tuple(Speaker.USER, "what is it?"), tuple(Speaker.ASSISTANT, "Forty two, of course."));
    }

    @Test
    void a_tools_result_goes_back_to_the_model_and_into_the_message() {
        talk.tools().addEcho("a.echo");
        ToolCall call = call("c1", "a.echo", Map.of("x", 1));
        talk.modelCalls(call).modelSays("It is 1.");

        AgentReply reply = talk.ask("try");

        ToolUse use = new ToolUse("c1", 1, "a.echo", Map.of("x", 1), new ToolOutcome.Success(Map.of("x", 1)));
        assertThat(reply.message().toolUses()).containsExactly(use);
        assertThat(reply.message().content()).isEqualTo("It is 1.");
        assertThat(Shown.to(talk.asked().get(1))).endsWith("user: try", "calls: c1=a.echo{\"x\":1}", "c1: {\"x\":1}");
        assertThat(talk.kept().getLast()).isEqualTo(reply.message());
    }

    @Test
    void tools_of_one_round_run_in_parallel_and_their_results_come_in_call_order() {
        CyclicBarrier both = new CyclicBarrier(2);
        talk.tools().add("a.first", arguments -> met(both)).add("a.second", arguments -> met(both));
        talk.modelCalls(call("c1", "a.second"), call("c2", "a.first"));

        AgentReply reply = talk.ask("both");

        assertThat(reply.message().toolUses()).extracting(ToolUse::callId).containsExactly("c1", "c2");
        assertThat(reply.message().toolUses())
                .extracting(ToolUse::outcome)
                .containsOnly(new ToolOutcome.Success("met"));
    }

    private static ToolOutcome met(CyclicBarrier barrier) {
        try {
            barrier.await(10, TimeUnit.SECONDS);
            return new ToolOutcome.Success("met");
        } catch (InterruptedException | BrokenBarrierException | TimeoutException alone) {
            return new ToolOutcome.Success("alone");
        }
    }

    @Test
    void events_come_in_order_words_then_starts_then_ends_then_words() {
        talk.tools().addEcho("a.echo");
        List<ToolCall> calls = List.of(call("c1", "a.echo"), call("c2", "a.echo"));
        talk.model(request -> costly("Let me ", calls, Usage.NONE)).modelSays("see.");

        AgentReply reply = talk.ask("both");

        assertThat(talk.events())
                .extracting(AgentReplyTest::named)
                .containsExactly("started", "Let ", "me ", "start c1", "start c2", "end c1", "end c2", "see.");
        assertThat(tokens()).isEqualTo(reply.message().content()).isEqualTo("Let me see.");
    }

    private static String named(AgentEvent event) {
        return switch (event) {
            case AgentEvent.Started ignored -> "started";
            case AgentEvent.Token(String text) -> text;
            case AgentEvent.Reasoned(String text) -> "reasoned " + text;
            case AgentEvent.ToolStarted started -> "start " + started.callId();
            case AgentEvent.ToolFinished(ToolUse use) -> "end " + use.callId();
            case AgentEvent.QuestionAsked(ToolQuestion question) -> "question " + question.callId();
            case AgentEvent.QuestionEnded ended -> "question ended";
            case AgentEvent.ApprovalAsked asked ->
                "approval " + asked.approval().callId();
        };
    }

    private static Completion reasoned(String reasoning, String content, List<ToolCall> calls, Usage usage) {
        return new Completion(content, Optional.empty(), reasoning, calls, "scripted", usage, FinishReason.STOP);
    }

    @Test
    void an_answer_carries_its_reasoning_model_usage_and_cost() {
        Conversing priced = new Conversing(parts -> parts.prices(PRICES));
        priced.tools().addEcho("a.b");
        priced.model(request -> reasoned("Look. ", "", List.of(call("c1", "a.b")), new Usage(1_000_000, 0)))
                .model(request -> reasoned("Say it.", "Done.", List.of(), new Usage(1_000_000, 1_000_000)));

        AgentReply reply = priced.ask("go on");

        ReplyDetails details = reply.message().details();
        assertThat(details.reasoning()).isEqualTo("Look. Say it.");
        assertThat(details.model()).contains("scripted");
        assertThat(details.usage()).isEqualTo(new Usage(2_000_000, 1_000_000)).isEqualTo(reply.usage());
        assertThat(details.cost()).contains(new Cost(new BigDecimal("9"), PRICES.currency()));
        assertThat(priced.kept().getLast().details()).isEqualTo(details);
        assertThat(priced.events())
                .extracting(AgentReplyTest::named)
                .containsExactly("started", "reasoned Look. ", "start c1", "end c1", "reasoned Say it.", "Done.");
    }

    @Test
    void a_model_without_a_price_leaves_the_cost_of_the_answer_unknown() {
        talk.modelSays("Done.");

        assertThat(talk.ask("go on").message().details().cost()).isEmpty();
    }

    @Test
    void reasoning_is_stored_up_to_its_bound() {
        talk.model(request -> reasoned("r".repeat(100_001), "Done.", List.of(), Usage.NONE));

        ChatEntry message = talk.ask("go on").message();

        assertThat(message.details().reasoning()).hasSize(100_000);
        assertThat(message.notices()).containsExactly("Of the model's reasoning the first 100000 characters are kept.");
    }

    @Test
    void tools_used_are_named_once_in_the_order_of_first_use() {
        talk.tools().addEcho("b.b").addEcho("a.a").addEcho("c.c");
        talk.modelCalls(call("1", "b.b"), call("2", "a.a"), call("3", "b.b"))
                .modelCalls(call("4", "a.a"), call("5", "c.c"));

        AgentReply reply = talk.ask("many");

        assertThat(reply.toolsUsed()).containsExactly("b.b", "a.a", "c.c");
        assertThat(reply.message().toolUses()).extracting(ToolUse::round).containsExactly(1, 1, 1, 2, 2);
    }

    @Test
    void the_usage_of_all_rounds_is_summed() {
        talk.tools().addEcho("a.echo");
        talk.model(request -> costly("", List.of(call("1", "a.echo")), new Usage(10, 2)))
                .model(request -> costly("ok", List.of(), new Usage(30, 5)));

        AgentReply reply = talk.ask("count");

        assertThat(reply.usage()).isEqualTo(new Usage(40, 7));
    }

    @Test
    void after_the_last_round_the_model_is_asked_once_more_without_tools() {
        talk.tools().addEcho("a.echo");
        for (int round = 1; round <= AgentLimits.DEFAULT.loop().rounds(); round++) {
            talk.modelCalls(call("c" + round, "a.echo"));
        }
        talk.modelSays("enough");

        AgentReply reply = talk.ask("loop");

        assertThat(reply.message().content()).isEqualTo("enough");
        assertThat(reply.message().toolUses()).hasSize(10);
        assertThat(talk.asked()).hasSize(11);
        assertThat(talk.asked().getLast().offer().functions()).isEmpty();
        assertThat(talk.asked().get(9).offer().functions()).hasSize(4);
    }

    @Test
    void a_model_that_wants_tools_even_then_gets_none() {
        talk.tools().addEcho("a.echo");
        for (int round = 1; round <= 11; round++) {
            talk.model(request -> costly("more ", List.of(call("c", "a.echo")), Usage.NONE));
        }

        AgentReply reply = talk.ask("loop");

        assertThat(talk.tools().invocations()).isEqualTo(10);
        assertThat(reply.message().content()).isEqualTo("more ".repeat(11));
    }

    @Test
    void calls_without_ids_or_with_repeated_ones_are_told_apart() {
        talk.tools().addEcho("a.echo");
        talk.modelCalls(call("", "a.echo"), call(" ", "a.echo"), call("x", "a.echo"), call("x", "a.echo"))
                .modelCalls(call("x", "a.echo"), call("", "a.echo"));

        AgentReply reply = talk.ask("same");

        List<String> ids =
                reply.message().toolUses().stream().map(ToolUse::callId).toList();
        CompletionRequest last = talk.asked().getLast();
        assertThat(ids).hasSize(6).doesNotHaveDuplicates().noneMatch(String::isBlank);
        assertThat(Shown.callIds(last)).isEqualTo(ids);
        assertThat(Shown.resultIds(last)).isEqualTo(ids);
    }

    @Test
    void four_rounds_of_sixteen_long_results_stay_within_what_a_model_is_shown() {
        talk.tools().add("a.fetch", arguments -> new ToolOutcome.Success("word ".repeat(20_000)));
        for (int round = 0; round < 4; round++) {
            talk.modelCalls(
                    IntStream.range(0, 16).mapToObj(call -> call("", "a.fetch")).toArray(ToolCall[]::new));
        }

        AgentReply reply = talk.ask("Fetch all of them.");

        assertThat(reply.message().toolUses()).hasSize(64);
        assertThat(talk.asked())
                .allSatisfy(request -> assertThat(ContextTokens.of(request.messages()))
                        .isLessThanOrEqualTo(AgentLimits.Context.DEFAULT.tokens()));
        assertThat(Shown.resultIds(talk.asked().getLast())).hasSize(64);
    }

    @Test
    void what_the_model_did_not_receive_was_said_nowhere() {
        talk.model(request ->
                costly("Long.", List.of(), Usage.NONE).withWarnings(List.of("stop: a sequence was left out")));

        AgentReply reply = talk.ask("word ".repeat(40_000));

        assertThat(reply.message().notices())
                .hasSize(2)
                .first()
                .asString()
                .startsWith("The model received the beginning and the end of your message, ")
                .contains(" of its 200,000 characters");
        assertThat(reply.message().notices().getLast()).isEqualTo("stop: a sequence was left out");
        assertThat(talk.kept().getLast()).isEqualTo(reply.message());
    }

    @Test
    void messages_before_the_last_hundred_were_left_out_without_a_notice() {
        AgentRequest request = talk.request("How are you?", false, Optional.empty());
        for (int turn = 0; turn < 60; turn++) {
            talk.send(request);
        }

        AgentReply reply = talk.send(request);

        assertThat(talk.asked().getLast().messages()).hasSize(100);
        assertThat(reply.message().notices())
                .containsExactly(
                        "The model did not receive the 22 oldest messages of this chat because of the size of its"
                                + " context.");
    }
}
