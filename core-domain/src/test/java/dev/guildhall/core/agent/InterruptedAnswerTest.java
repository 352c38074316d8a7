package dev.guildhall.core.agent;

import static dev.guildhall.core.agent.Conversing.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Refused;
import dev.guildhall.core.inmemory.ScriptedChatModel;
import dev.guildhall.ports.agent.AgentEvent;
import dev.guildhall.ports.agent.ChatEntry;
import dev.guildhall.ports.agent.ToolUse;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.tool.ToolOutcome;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class InterruptedAnswerTest {
    private final Conversing talk = new Conversing();
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

    @Test
    void an_interrupt_before_the_first_word_keeps_the_question_alone() {
        talk.model(request -> {
            answering.interrupt();
            return ScriptedChatModel.says(request, "too late");
        });

        Problem problem = Refused.by(() -> talk.ask("hello"));

        assertThat(Thread.interrupted()).isTrue();
        assertThat(problem).isEqualTo(new CommonProblem.Cancelled());
        assertThat(talk.kept()).extracting(ChatEntry::content).containsExactly("hello");
    }

    @Test
    void an_interrupt_between_two_words_keeps_those_before_it() {
        talk.modelSays("one two three");

        Problem problem = Refused.by(() -> talk.ask("count", interruptAt(AgentEvent.Token.class)));

        assertThat(Thread.interrupted()).isTrue();
        assertThat(problem).isEqualTo(new CommonProblem.Cancelled());
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

        Problem problem = Refused.by(() -> talk.ask("go"));

        assertThat(Thread.interrupted()).isTrue();
        assertThat(problem).isEqualTo(new CommonProblem.Cancelled());
        interrupted.await();
        assertThat(talk.kept().getLast().toolUses()).hasSize(2);
        assertThat(talk.kept().getLast().toolUses().getFirst())
                .isEqualTo(new ToolUse("c1", 1, "a.endless", Map.of(), BrokenOffAnswerTest.BROKEN_OFF));
    }

    @Test
    void an_interrupt_before_a_round_begins_none_of_its_tools() {
        talk.tools().addEcho("a.echo");
        talk.modelCalls(call("c1", "a.echo"));

        Problem problem = Refused.by(() -> talk.ask("go", interruptAt(AgentEvent.ToolStarted.class)));

        assertThat(Thread.interrupted()).isTrue();
        assertThat(problem).isEqualTo(new CommonProblem.Cancelled());
        assertThat(talk.tools().invocations()).isZero();
    }

    @Test
    void an_answer_was_lost_when_the_interrupt_came_after_its_last_word() {
        Conversing fragile = Conversing.onFragileStore();
        fragile.modelSays("done");

        fragile.ask("quick", interruptAt(AgentEvent.Token.class));

        assertThat(Thread.interrupted()).isTrue();
        assertThat(fragile.kept()).extracting(ChatEntry::content).containsExactly("quick", "done");
    }

    @Test
    void a_partial_answer_is_kept_although_an_interrupted_thread_breaks_the_store() {
        Conversing fragile = Conversing.onFragileStore();
        fragile.modelSays("one two three");

        Refused.by(() -> fragile.ask("count", interruptAt(AgentEvent.Token.class)));

        assertThat(Thread.interrupted()).isTrue();
        assertThat(fragile.kept()).extracting(ChatEntry::content).containsExactly("count", "one ");
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
