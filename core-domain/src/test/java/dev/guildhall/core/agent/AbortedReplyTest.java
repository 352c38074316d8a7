package dev.guildhall.core.agent;

import static dev.guildhall.core.agent.Conversing.awaitQuietly;
import static dev.guildhall.core.agent.Conversing.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.core.Refused;
import dev.guildhall.ports.agent.AgentEvent;
import dev.guildhall.ports.agent.ChatEntry;
import dev.guildhall.ports.agent.IncompleteReason;
import dev.guildhall.ports.agent.ToolUse;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolOutcome;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class AbortedReplyTest {
    private final RuntimeException clientGone = new IllegalStateException("the client has gone");
    private static final Problem DOWN = new CompletionProblem.ProviderFailed("it is down");
    static final ToolOutcome BROKEN_OFF = new ToolOutcome.Failure(
            FailureKind.CANCELLED, "the answer was interrupted; whether the tool took effect is not known");

    private final Conversing talk = new Conversing();

    private static Consumer<AgentEvent> at(Class<? extends AgentEvent> kind, Runnable action) {
        return event -> {
            if (kind.isInstance(event)) {
                action.run();
            }
        };
    }

    private void leave() {
        throw clientGone;
    }

    private static Completion refuse(CompletionRequest request) {
        throw new Refusal(DOWN);
    }

    private ChatEntry answer() {
        return talk.kept().getLast();
    }

    @Test
    void when_the_client_leaves_what_had_been_said_is_kept() {
        talk.modelSays("one two three");

        assertThatThrownBy(() -> talk.ask("count", at(AgentEvent.Token.class, this::leave)))
                .isSameAs(clientGone);

        assertThat(talk.kept()).extracting(ChatEntry::content).containsExactly("count", "one ");
        assertThat(answer().ended()).contains(IncompleteReason.INTERRUPTED);
    }

    @Test
    void when_the_client_leaves_before_a_tool_has_begun_none_begins() {
        talk.tools().addEcho("a.echo");
        talk.modelCalls(call("c1", "a.echo"));

        assertThatThrownBy(() -> talk.ask("go", at(AgentEvent.ToolStarted.class, this::leave)))
                .isSameAs(clientGone);

        assertThat(talk.tools().invocations()).isZero();
        assertThat(talk.kept()).extracting(ChatEntry::content).containsExactly("go");
    }

    @Test
    void what_tools_had_done_was_forgotten_when_the_client_left_during_their_round() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        talk.tools()
                .add("a.pay", arguments -> {
                    awaitQuietly(begun);
                    return new ToolOutcome.Success("paid");
                })
                .addEndless("a.endless", begun, interrupted);
        talk.modelCalls(call("c1", "a.pay"), call("c2", "a.endless"));

        assertThatThrownBy(() -> talk.ask("pay", at(AgentEvent.ToolFinished.class, this::leave)))
                .isSameAs(clientGone);

        interrupted.await();
        assertThat(answer().toolUses())
                .containsExactly(
                        new ToolUse("c1", 1, "a.pay", Map.of(), new ToolOutcome.Success("paid")),
                        new ToolUse("c2", 1, "a.endless", Map.of(), BROKEN_OFF));
    }

    @Test
    void a_refusal_before_the_first_word_keeps_the_question_alone() {
        talk.model(AbortedReplyTest::refuse);

        Problem problem = Refused.by(() -> talk.ask("hello"));

        assertThat(problem).isEqualTo(DOWN);
        assertThat(talk.kept()).extracting(ChatEntry::content).containsExactly("hello");
        assertThat(talk.memories()).isEmpty();
    }

    @Test
    void a_refusal_in_the_second_round_keeps_the_tools_of_the_first() {
        talk.tools().addEcho("a.echo");
        talk.modelCalls(call("c1", "a.echo")).model(AbortedReplyTest::refuse);

        Problem problem = Refused.by(() -> talk.ask("hello"));

        assertThat(problem).isEqualTo(DOWN);
        assertThat(answer().content()).isEmpty();
        assertThat(answer().ended()).contains(IncompleteReason.FAILED);
        assertThat(answer().toolUses()).extracting(ToolUse::callId).containsExactly("c1");
    }

    @Test
    void after_an_answer_that_broke_off_the_conversation_goes_on() {
        talk.tools().addEcho("a.echo");
        talk.modelCalls(call("c1", "a.echo")).model(AbortedReplyTest::refuse);
        Refused.by(() -> talk.ask("first"));
        talk.goOn();

        talk.ask("second");

        assertThat(Shown.to(talk.asked().getLast()))
                .containsExactly(
                        "user: first",
                        "calls: c1=a.echo{}",
                        "c1: {}",
                        "assistant: (The answer was interrupted here.)",
                        "user: second");
    }
}
