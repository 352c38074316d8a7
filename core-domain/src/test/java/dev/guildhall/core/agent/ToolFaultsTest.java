package dev.guildhall.core.agent;

import static dev.guildhall.core.agent.Conversing.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.config.AgentLimits;
import dev.guildhall.ports.agent.AgentEvent;
import dev.guildhall.ports.agent.AgentReply;
import dev.guildhall.ports.agent.ToolRun;
import dev.guildhall.ports.agent.ToolUse;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.ports.tool.WireNames;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class ToolFaultsTest {
    private static final Map<String, Object> NEEDS_TEXT = Map.of(
            "type", "object", "required", List.of("text"), "properties", Map.of("text", Map.of("type", "string")));

    private final Conversing talk = new Conversing();

    private ToolOutcome.Failure failureOf(AgentReply reply) {
        return (ToolOutcome.Failure) reply.message().toolUses().getFirst().outcome();
    }

    @Test
    void an_unknown_tool_is_told_to_the_model_with_those_that_there_are() {
        talk.tools().addEcho("a.echo").addEcho("b.echo");
        talk.modelCalls(call("c1", "a.ehco", Map.of("x", 1)));

        AgentReply reply = talk.ask("try");

        assertThat(failureOf(reply))
                .isEqualTo(new ToolOutcome.Failure(
                        FailureKind.UNKNOWN_TOOL,
                        "there is no tool a.ehco; there are: a.echo, b.echo, builtin.memory_search,"
                                + " builtin.task_create, builtin.task_status"));
        assertThat(reply.toolsUsed()).isEmpty();
        assertThat(Shown.to(talk.asked().getLast()))
                .contains("c1: {\"error\":\"there is no tool a.ehco; there are: a.echo, b.echo,"
                        + " builtin.memory_search, builtin.task_create, builtin.task_status\"}");
    }

    @Test
    void a_call_without_a_name_is_told_to_the_model() {
        talk.tools().addEcho("a.echo");
        talk.modelCalls(call("c1", WireNames.UNNAMED));

        assertThat(failureOf(talk.ask("try")).message())
                .startsWith("the call does not name a tool; there are: a.echo,");
    }

    @Test
    void malformed_arguments_are_told_to_the_model_and_no_tool_is_called() {
        talk.tools().addEcho("a.echo");
        talk.modelCalls(new ToolCall("c1", "a.echo", new ToolArguments.Malformed("{x", "line 1: expected a quote")));

        AgentReply reply = talk.ask("try");

        assertThat(failureOf(reply))
                .isEqualTo(new ToolOutcome.Failure(FailureKind.INVALID_ARGUMENTS, "line 1: expected a quote"));
        assertThat(reply.message().toolUses().getFirst().parameters()).isEmpty();
        assertThat(talk.tools().invocations()).isZero();
    }

    @Test
    void only_tools_that_ran_are_named_as_used() {
        talk.tools()
                .addEcho("a.echo")
                .addEcho("a.off")
                .add("a.strict", NEEDS_TEXT, ToolOutcome.Success::new)
                .add("a.broken", arguments -> {
                    throw new IllegalStateException("out of order");
                });
        talk.agents().enable(talk.caller(), "a.off", false);
        talk.modelCalls(
                call("c1", "a.none"),
                call("c2", "a.off"),
                call("c3", "a.strict"),
                call("c4", "a.broken"),
                call("c5", "a.echo"));

        AgentReply reply = talk.ask("try");

        assertThat(reply.toolsUsed()).containsExactly("a.broken", "a.echo");
        assertThat(reply.message().toolUses()).hasSize(5);
    }

    @Test
    void a_tool_that_returns_nothing_or_what_json_cannot_say_fails_and_the_chat_goes_on() {
        talk.tools()
                .add("a.nothing", arguments -> null)
                .add("a.nan", arguments -> new ToolOutcome.Success(Map.of("n", List.of(Double.NaN))))
                .add("a.date", arguments -> new ToolOutcome.Success(LocalDate.EPOCH))
                .add("a.wordless", arguments -> new ToolOutcome.Failure(FailureKind.FAILED, null));
        talk.modelCalls(call("c1", "a.nothing"), call("c2", "a.nan"), call("c3", "a.date"), call("c4", "a.wordless"));

        AgentReply reply = talk.ask("try");

        assertThat(reply.message().toolUses())
                .extracting(use -> ((ToolOutcome.Failure) use.outcome()).message())
                .containsExactly(
                        "the tool returned no result",
                        "result.n[0]: NaN is not JSON",
                        "result: java.time.LocalDate is not JSON",
                        "the tool failed and gave no reason");
    }

    @Test
    void all_violations_of_the_schema_are_told_at_once() {
        talk.tools().add("a.strict", NEEDS_TEXT, ToolOutcome.Success::new);
        talk.modelCalls(call("c1", "a.strict"), call("c2", "a.strict", Map.of("text", List.of(7))));

        AgentReply reply = talk.ask("try");

        assertThat(reply.message().toolUses())
                .extracting(ToolUse::outcome)
                .containsExactly(
                        new ToolOutcome.Failure(FailureKind.INVALID_ARGUMENTS, "text: is required"),
                        new ToolOutcome.Failure(FailureKind.INVALID_ARGUMENTS, "text: must be of type string"));
        assertThat(talk.tools().invocations()).isZero();
    }

    @Test
    void a_tool_that_throws_fails_alone_and_shows_nothing_of_its_inside() {
        talk.tools()
                .add("a.bad", arguments -> {
                    throw new IllegalStateException("jdbc:secret");
                })
                .addEcho("a.good");
        talk.modelCalls(call("c1", "a.bad"), call("c2", "a.good"));

        AgentReply reply = talk.ask("try");

        assertThat(reply.message().toolUses())
                .extracting(ToolUse::outcome)
                .containsExactly(
                        new ToolOutcome.Failure(FailureKind.FAILED, "the tool failed unexpectedly"),
                        new ToolOutcome.Success(Map.of()));
    }

    @Test
    void a_tool_that_ended_with_an_error_ended_the_whole_answer() {
        talk.tools().add("a.deep", arguments -> {
            throw new StackOverflowError();
        });
        talk.modelCalls(call("c1", "a.deep")).modelSays("it failed");

        AgentReply reply = talk.ask("try");

        assertThat(failureOf(reply).kind()).isEqualTo(FailureKind.FAILED);
        assertThat(reply.message().content()).isEqualTo("it failed");
    }

    @Test
    void a_schema_that_the_validator_choked_on_ended_the_whole_answer() {
        Conversing choking = new Conversing(parts -> parts.schemaValidator((schema, value) -> {
            throw new IllegalArgumentException("the schema has a bad pattern");
        }));
        choking.tools().addEcho("a.echo");
        choking.modelCalls(call("c1", "a.echo")).modelSays("it failed");

        AgentReply reply = choking.ask("try");

        assertThat(failureOf(reply).kind()).isEqualTo(FailureKind.FAILED);
        assertThat(reply.message().content()).isEqualTo("it failed");
    }

    @Test
    void a_tool_that_gives_no_answer_in_time_is_interrupted_and_the_others_count() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch finished = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        talk.tools().addEcho("a.echo").addEndless("a.endless", begun, interrupted);
        talk.modelCalls(call("c1", "a.echo"), call("c2", "a.endless")).modelSays("too slow");
        FutureTask<AgentReply> answer = new FutureTask<>(() -> talk.ask("try", event -> {
            if (event instanceof AgentEvent.ToolFinished) {
                finished.countDown();
            }
        }));
        Thread.ofVirtual().start(answer);

        begun.await();
        finished.await();
        // The thread that waits may be the one that watches the model's answer: time passes until the round has waited
        // too.
        do {
            talk.installation().time().advance(AgentLimits.DEFAULT.loop().toolTimeout());
        } while (!interrupted.await(20, TimeUnit.MILLISECONDS));
        AgentReply reply = answer.get();

        assertThat(reply.message().toolUses())
                .extracting(ToolUse::outcome)
                .containsExactly(
                        new ToolOutcome.Success(Map.of()),
                        new ToolOutcome.Failure(FailureKind.TIMED_OUT, "the tool gave no answer within 31 s"));
        assertThat(reply.message().content()).isEqualTo("too slow");
        assertThat(Shown.to(talk.asked().getLast()))
                .contains("c2: {\"error\":\"the tool gave no answer within 31 s\",\"retryable\":true}");
    }

    @Test
    void calls_beyond_the_limit_of_a_round_are_refused_and_still_have_results() {
        talk.tools().addEcho("a.echo");
        int most = AgentLimits.DEFAULT.loop().callsPerRound();
        ToolCall[] calls = IntStream.rangeClosed(1, most + 3)
                .mapToObj(i -> call("c" + i, "a.echo"))
                .toArray(ToolCall[]::new);
        talk.modelCalls(calls);

        AgentReply reply = talk.ask("flood");

        assertThat(talk.tools().invocations()).isEqualTo(most);
        assertThat(reply.message().toolUses()).hasSize(most + 3);
        assertThat(reply.message().toolUses().subList(most, most + 3))
                .extracting(ToolUse::outcome)
                .containsOnly(
                        new ToolOutcome.Failure(FailureKind.FAILED, "too many calls at once; at most 16 are made"));
    }

    @Test
    void a_refusal_inside_a_tool_was_told_as_a_fault_of_ours() {
        talk.tools().add("a.busy", arguments -> {
            throw new Refusal(new CommonProblem.RateLimited(Duration.ofSeconds(9)));
        });
        talk.modelCalls(call("c1", "a.busy"));

        AgentReply reply = talk.ask("try");

        assertThat(failureOf(reply))
                .isEqualTo(new ToolOutcome.Failure(
                        FailureKind.RATE_LIMITED,
                        "too many requests; try again in 9 s",
                        Optional.of(Duration.ofSeconds(9))));
    }

    @Test
    void arguments_in_quotes_are_set_right_for_built_in_tools_too() {
        talk.tools().add("a.strict", NEEDS_TEXT, ToolOutcome.Success::new);
        talk.modelCalls(call("c1", "a.strict", Map.of("text", 7)));

        AgentReply reply = talk.ask("try");

        assertThat(reply.message().toolUses().getFirst().outcome())
                .isEqualTo(new ToolOutcome.Success(Map.of("text", "7")));
    }

    @Test
    void a_tool_that_was_run_directly_could_take_for_ever() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        talk.tools().addEndless("a.endless", begun, interrupted);
        FutureTask<ToolRun> run = new FutureTask<>(
                () -> talk.agents().execute(talk.caller(), talk.caller().userId(), "a.endless", Map.of()));
        Thread.ofVirtual().start(run);

        begun.await();
        talk.installation().time().awaitWaiting(1);
        talk.installation().time().advance(AgentLimits.DEFAULT.loop().toolTimeout());

        interrupted.await();
        assertThat(run.get().outcome())
                .isEqualTo(new ToolOutcome.Failure(FailureKind.TIMED_OUT, "the tool gave no answer within 31 s"));
        assertThat(run.get().duration()).isEqualTo(AgentLimits.DEFAULT.loop().toolTimeout());
    }

    @Test
    void a_long_result_is_cut_for_the_model_and_for_events_and_kept_longer() {
        String text = "x".repeat(40_000);
        talk.tools().add("a.long", arguments -> new ToolOutcome.Success(text));
        talk.modelCalls(call("c1", "a.long"));

        AgentReply reply = talk.ask("read");

        assertThat(reply.message().toolUses().getFirst().outcome()).isEqualTo(new ToolOutcome.Success(text));
        assertThat(talk.asked().getLast().messages().getLast().content())
                .hasSizeLessThan(16_100)
                .endsWith("… (cut, 40002 characters in all)");
        assertThat(eventData()).asString().hasSizeLessThan(16 * 1024).endsWith("… (cut, 40000 characters in all)");
    }

    @Test
    void a_result_without_end_was_kept_whole() {
        talk.tools().add("a.endless", arguments -> new ToolOutcome.Success("x".repeat(1_000_000)));
        talk.modelCalls(call("c1", "a.endless"));

        talk.ask("read");

        assertThat(talk.kept().getLast().toolUses().getFirst().outcome())
                .isInstanceOfSatisfying(
                        ToolOutcome.Success.class,
                        success -> assertThat(success.data())
                                .asString()
                                .hasSizeLessThan(64 * 1024)
                                .endsWith("… (cut, 1000000 characters in all)"));
    }

    private Object eventData() {
        return talk.events().stream()
                .flatMap(event -> event instanceof AgentEvent.ToolFinished(ToolUse use)
                                && use.outcome() instanceof ToolOutcome.Success(Object data)
                        ? Stream.of(data)
                        : Stream.of())
                .findFirst()
                .orElseThrow();
    }
}
