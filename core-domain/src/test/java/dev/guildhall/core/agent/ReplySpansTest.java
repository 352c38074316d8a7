package dev.guildhall.core.agent;

import static dev.guildhall.core.agent.Conversing.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.core.LogLines;
import dev.guildhall.core.telemetry.Tracing;
import dev.guildhall.ports.CallOrigin;
import dev.guildhall.ports.SpanContext;
import dev.guildhall.ports.agent.AgentEvent;
import dev.guildhall.ports.agent.AgentReply;
import dev.guildhall.ports.agent.AgentRequest;
import dev.guildhall.ports.agent.AgentTrace;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.FinishReason;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.telemetry.TraceSink;
import dev.guildhall.ports.telemetry.TracedMcpRequest;
import dev.guildhall.ports.telemetry.TracedModelCall;
import dev.guildhall.ports.telemetry.TracedReply;
import dev.guildhall.ports.telemetry.TracedRequest;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.testkit.ScriptedChatModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

@Timeout(20)
@Isolated("a test reads all lines of a logger that other classes write to as well")
class ReplySpansTest {
    private static final SpanContext ABOVE =
            new SpanContext("4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7", false);
    private static final Optional<CallOrigin> BELOW =
            Optional.of(new CallOrigin(Optional.of(ABOVE), Optional.empty(), Optional.of("request-1")));

    private final List<TracedReply> replies = new ArrayList<>();
    private final List<TracedModelCall> calls = new ArrayList<>();
    private boolean isBroken;
    private final Conversing talk = new Conversing(parts -> parts.traces(new TraceSink() {
        @Override
        public void answered(TracedReply answer) {
            requireWorking();
            replies.add(answer);
        }

        @Override
        public void asked(TracedModelCall call) {
            requireWorking();
            calls.add(call);
        }

        @Override
        public void served(TracedRequest request) {}

        @Override
        public void exchanged(TracedMcpRequest request) {}
    }));

    private void requireWorking() {
        if (isBroken) {
            throw new IllegalStateException("broken");
        }
    }

    private AgentRequest question() {
        return AgentRequest.ofQuestion(talk.caller().userId(), "go");
    }

    @Test
    void calls_of_a_model_are_part_of_the_answer_that_is_told_behind_them() {
        talk.modelCalls(call("c1", "a.none")).modelSays("It is done.");

        AgentReply reply = talk.ask("go");

        TracedReply answer = replies.getFirst();
        assertThat(replies).hasSize(1);
        assertThat(answer.trace()).isEqualTo(talk.traces().getFirst());
        assertThat(answer.chatId()).isEqualTo(reply.chatId());
        assertThat(answer.parent()).isEmpty();
        assertThat(answer.error()).isEmpty();
        assertThat(calls)
                .hasSize(2)
                .extracting(TracedModelCall::origin)
                .containsOnly(Optional.of(
                        new CallOrigin(Optional.of(answer.span()), Optional.of(reply.chatId()), Optional.empty())));
        assertThat(calls)
                .extracting(TracedModelCall::end)
                .containsExactly(
                        new TracedModelCall.End.Answered("scripted", Optional.of(FinishReason.TOOL_CALLS)),
                        new TracedModelCall.End.Answered("scripted", Optional.of(FinishReason.STOP)));
        assertThat(calls).allMatch(TracedModelCall::streamed);
    }

    @Test
    void an_answer_below_a_span_of_whoever_asks_stays_in_its_trace_and_is_kept_as_that_is() {
        talk.send(question().partOf(BELOW));

        SpanContext own = replies.getFirst().span();
        assertThat(replies.getFirst().parent()).contains(ABOVE);
        assertThat(own.traceId()).isEqualTo(ABOVE.traceId());
        assertThat(own.spanId()).isNotEqualTo(ABOVE.spanId());
        assertThat(own.sampled()).isFalse();
        assertThat(calls)
                .extracting(TracedModelCall::origin)
                .containsOnly(Optional.of(new CallOrigin(
                        Optional.of(own), Optional.of(replies.getFirst().chatId()), Optional.of("request-1"))));
    }

    @Test
    void the_sort_of_a_tools_failure_is_told() {
        talk.tools().add("a.slow", arguments -> new ToolOutcome.Failure(FailureKind.TIMED_OUT, "too slow"));
        talk.modelCalls(call("c1", "a.slow"), call("c2", "a.none"));

        talk.ask("go");

        assertThat(replies.getFirst().trace().steps())
                .filteredOn(AgentTrace.ToolCall.class::isInstance)
                .extracting(step -> ((AgentTrace.ToolCall) step).failure())
                .containsExactly(Optional.of(FailureKind.TIMED_OUT), Optional.of(FailureKind.UNKNOWN_TOOL));
    }

    @Test
    void a_failure_has_a_name_that_says_nothing_of_what_was_said() {
        talk.model(request -> {
            throw new Refusal(new CompletionProblem.RequestRefused("not with these words"));
        });

        assertThatThrownBy(() -> talk.ask("go")).isInstanceOf(Refusal.class);

        assertThat(replies.getFirst().error()).contains("request_refused");
        assertThat(calls.getFirst().end()).isEqualTo(new TracedModelCall.End.Failed("request_refused"));
    }

    @Test
    void whoever_stops_listening_has_cancelled_the_answer_and_the_call() {
        talk.modelSays("one two");

        assertThatThrownBy(() -> talk.ask("go", event -> {
                    if (event instanceof AgentEvent.Token) {
                        throw new IllegalStateException("gone");
                    }
                }))
                .hasMessage("gone");

        assertThat(replies.getFirst().error()).contains("cancelled");
        assertThat(calls.getFirst().end()).isEqualTo(new TracedModelCall.End.Failed("cancelled"));
    }

    @Test
    void a_sink_that_throws_is_in_nobodys_way() {
        isBroken = true;

        try (LogLines log = new LogLines(Tracing.class)) {
            assertThat(talk.modelSays("fine").ask("go").message().content()).isEqualTo("fine");
            assertThat(log.lines()).hasSize(2);
        }
    }

    @Test
    void where_nobody_watches_models_are_asked_as_a_part_of_the_request_alone() {
        List<CompletionRequest> asked = new ArrayList<>();
        Conversing alone = new Conversing();

        alone.model(request -> {
            asked.add(request);
            return ScriptedChatModel.says(request, "fine");
        });
        alone.send(AgentRequest.ofQuestion(alone.caller().userId(), "go").partOf(BELOW));

        CallOrigin origin = asked.getFirst().origin().orElseThrow();
        assertThat(origin.parent()).isEmpty();
        assertThat(origin.requestId()).contains("request-1");
    }
}
