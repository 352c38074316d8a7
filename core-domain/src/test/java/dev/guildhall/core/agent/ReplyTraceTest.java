package dev.guildhall.core.agent;

import static dev.guildhall.core.agent.Conversing.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.core.Refused;
import dev.guildhall.core.config.AgentLimits;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.agent.AgentEvent;
import dev.guildhall.ports.agent.AgentTrace;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.ports.usage.Usage;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.ScriptedChatModel;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class ReplyTraceTest {
    private final Conversing talk = new Conversing();

    private void pass(int seconds) {
        talk.installation().time().advance(Duration.ofSeconds(seconds));
    }

    private AgentTrace trace() {
        assertThat(talk.traces()).hasSize(1);
        return talk.traces().getFirst();
    }

    @Test
    void an_answers_calls_of_models_and_tools_are_kept_with_their_times() {
        talk.tools().add("a.slow", arguments -> {
            pass(3);
            return new ToolOutcome.Success("ok");
        });
        talk.model(request -> {
            pass(2);
            return ScriptedChatModel.calls(request, List.of(call("c1", "a.slow")));
        });
        talk.model(request -> ScriptedChatModel.says(request, "It is done."));

        talk.ask("go", event -> {});

        AgentTrace trace = trace();
        Usage first = ((AgentTrace.ModelCall) trace.steps().getFirst()).usage();
        Usage last = ((AgentTrace.ModelCall) trace.steps().getLast()).usage();
        assertThat(trace.startedAt()).isEqualTo(Sample.NOW);
        assertThat(trace.duration()).isEqualTo(Duration.ofSeconds(5));
        assertThat(trace.outcome()).isEqualTo(AgentTrace.Outcome.COMPLETED);
        assertThat(trace.steps())
                .usingRecursiveFieldByFieldElementComparatorIgnoringFields("prompt", "answer", "parameters", "result")
                .containsExactly(
                        new AgentTrace.ModelCall(
                                Duration.ZERO,
                                Duration.ofSeconds(2),
                                1,
                                Optional.of("scripted"),
                                Optional.of(Duration.ofSeconds(2)),
                                first,
                                1,
                                Optional.empty()),
                        new AgentTrace.ToolCall(
                                Duration.ofSeconds(2), Duration.ofSeconds(3), 1, "c1", "a.slow", Optional.empty()),
                        new AgentTrace.ModelCall(
                                Duration.ofSeconds(5),
                                Duration.ZERO,
                                2,
                                Optional.of("scripted"),
                                Optional.of(Duration.ZERO),
                                last,
                                0,
                                Optional.empty()));
        assertThat(last.completionTokens()).isEqualTo(3);
    }

    @Test
    void a_step_has_what_it_received_and_returned() {
        talk.tools().add("a.count", arguments -> new ToolOutcome.Success(Map.of("n", 3)));
        talk.modelCalls(call("c1", "a.count", Map.of("of", "sheep"))).modelSays("Three.");

        talk.ask("how many?");

        AgentTrace.ModelCall first = (AgentTrace.ModelCall) trace().steps().getFirst();
        assertThat(first.prompt().getFirst().role()).isEqualTo("system");
        assertThat(first.prompt().getLast()).isEqualTo(new AgentTrace.Message("user", "how many?"));
        assertThat(first.answer()).isEmpty();
        AgentTrace.ToolCall tool = (AgentTrace.ToolCall) trace().steps().get(1);
        assertThat(tool.parameters()).isEqualTo(Map.of("of", "sheep"));
        assertThat(tool.result()).contains("\"n\":3");
        AgentTrace.ModelCall last = (AgentTrace.ModelCall) trace().steps().getLast();
        assertThat(last.prompt()).containsExactly(new AgentTrace.Message("tool", tool.result()));
        assertThat(last.answer()).isEqualTo("Three.");
    }

    @Test
    void the_texts_of_a_step_are_cut() {
        talk.modelSays("y".repeat(9_000));

        talk.ask("x".repeat(9_000));

        AgentTrace.ModelCall call = (AgentTrace.ModelCall) trace().steps().getFirst();
        assertThat(call.prompt().getLast().content()).isEqualTo("x".repeat(8_000));
        assertThat(call.answer()).isEqualTo("y".repeat(8_000));
    }

    @Test
    void a_tool_that_failed_says_why() {
        talk.modelCalls(call("c1", "a.none"));

        talk.ask("go");

        assertThat(((AgentTrace.ToolCall) trace().steps().get(1)).error())
                .hasValueSatisfying(error -> assertThat(error).startsWith("there is no tool a.none"));
    }

    @Test
    void an_answer_that_failed_before_its_first_word_leaves_a_trace_and_no_message() {
        talk.model(request -> {
            throw new Refusal(new CompletionProblem.ProviderFailed("it is down"));
        });

        Refused.by(() -> talk.ask("go"));

        assertThat(trace().outcome()).isEqualTo(AgentTrace.Outcome.FAILED);
        assertThat(((AgentTrace.ModelCall) trace().steps().getFirst()).error())
                .contains(new CompletionProblem.ProviderFailed("it is down").message());
        assertThat(talk.kept()).hasSize(1);
    }

    @Test
    void an_answer_whose_client_left_was_cancelled() {
        talk.modelSays("one two");

        assertThatThrownBy(() -> talk.ask("go", event -> {
                    if (event instanceof AgentEvent.Token) {
                        throw new IllegalStateException("gone");
                    }
                }))
                .isInstanceOf(IllegalStateException.class);

        assertThat(trace().outcome()).isEqualTo(AgentTrace.Outcome.CANCELLED);
        assertThat(((AgentTrace.ModelCall) trace().steps().getFirst()).error()).contains("the answer was interrupted");
    }

    @Test
    void the_latest_traces_of_a_chat_are_kept() {
        Conversing limited = new Conversing(
                Sample.with(AgentLimits.DEFAULT, "storage", Sample.with(AgentLimits.Storage.DEFAULT, "traces", 2)));
        for (String question : List.of("one", "two", "three")) {
            limited.ask(question);
            limited.installation().time().advance(Duration.ofSeconds(1));
        }

        assertThat(limited.traces())
                .extracting(AgentTrace::startedAt)
                .containsExactly(Sample.NOW.plusSeconds(1), Sample.NOW.plusSeconds(2));
    }

    @Test
    void somebody_elses_traces_are_those_of_a_chat_that_does_not_exist() {
        talk.ask("go");

        Caller.User stranger = talk.installation().someone();
        Problem problem = Refused.by(() ->
                talk.agents().trace(stranger, stranger.userId(), talk.begun().getLast()));

        assertThat(problem).isEqualTo(new CommonProblem.NotFound("chat"));
    }
}
