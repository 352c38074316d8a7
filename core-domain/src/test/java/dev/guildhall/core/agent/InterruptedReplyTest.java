package dev.guildhall.core.agent;

import static dev.guildhall.core.agent.Conversing.awaitQuietly;
import static dev.guildhall.core.agent.Conversing.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Refused;
import dev.guildhall.ports.agent.AgentEvent;
import dev.guildhall.ports.agent.ChatEntry;
import dev.guildhall.ports.agent.ToolUse;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.testkit.ScriptedChatModel;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class InterruptedReplyTest {
    private final Conversing talk = Conversing.onFragileStore();
    private final Thread answering = Thread.currentThread();

    @AfterEach
    @SuppressWarnings("ResultOfMethodCallIgnored")
    void leave_no_interrupt_behind() {
        Thread.interrupted();
    }

    private Consumer<AgentEvent> interruptAt(Class<? extends AgentEvent> kind) {
        return event -> {
            if (kind.isInstance(event)) {
                answering.interrupt();
            }
        };
    }

    private static void assertCancelled(ThrowingCallable asking) {
        assertThat(Refused.by(asking)).isEqualTo(new CommonProblem.Cancelled());
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void an_interrupt_before_the_first_word_keeps_the_question_alone() {
        talk.model(request -> {
            answering.interrupt();
            return ScriptedChatModel.says(request, "too late");
        });

        assertCancelled(() -> talk.ask("hello"));

        assertThat(talk.kept()).extracting(ChatEntry::content).containsExactly("hello");
    }

    @Test
    void an_interrupt_between_two_words_keeps_those_before_it() {
        talk.modelSays("one two three");

        assertCancelled(() -> talk.ask("count", interruptAt(AgentEvent.Token.class)));

        assertThat(talk.kept()).extracting(ChatEntry::content).containsExactly("count", "one ");
    }

    @Test
    void an_interrupt_during_a_tool_interrupts_it_and_keeps_the_call() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        talk.tools().addEndless("a.endless", begun, interrupted).add("a.stop", arguments -> {
            awaitQuietly(begun);
            answering.interrupt();
            return new ToolOutcome.Success("stopped");
        });
        talk.modelCalls(call("c1", "a.endless"), call("c2", "a.stop"));

        assertCancelled(() -> talk.ask("go"));

        interrupted.await();
        assertThat(talk.kept().getLast().toolUses()).hasSize(2);
        assertThat(talk.kept().getLast().toolUses().getFirst())
                .isEqualTo(new ToolUse("c1", 1, "a.endless", Map.of(), AbortedReplyTest.BROKEN_OFF));
    }

    @Test
    void an_interrupt_before_a_round_begins_none_of_its_tools() {
        talk.tools().addEcho("a.echo");
        talk.modelCalls(call("c1", "a.echo"));

        assertCancelled(() -> talk.ask("go", interruptAt(AgentEvent.ToolStarted.class)));

        assertThat(talk.tools().invocations()).isZero();
    }

    @Test
    void an_answer_was_lost_when_the_interrupt_came_after_its_last_word() {
        talk.modelSays("done");
        talk.ask("quick", interruptAt(AgentEvent.Token.class));

        assertThat(Thread.interrupted()).isTrue();
        assertThat(talk.kept()).extracting(ChatEntry::content).containsExactly("quick", "done");
    }
}
