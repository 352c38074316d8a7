package dev.guildhall.core.agent;

import static dev.guildhall.core.agent.Conversing.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Refused;
import dev.guildhall.core.config.AgentLimits;
import dev.guildhall.ports.agent.AgentMode;
import dev.guildhall.ports.agent.AgentOptions;
import dev.guildhall.ports.agent.AgentRequest;
import dev.guildhall.ports.agent.ChatEntry;
import dev.guildhall.ports.agent.NewMessage;
import dev.guildhall.ports.agent.Speaker;
import dev.guildhall.ports.problem.AgentProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.testkit.Sample;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ConversationHistoryTest {
    private final Conversing talk = new Conversing();

    private static AgentLimits limits(int contextMessages, int chatMessages) {
        AgentLimits.Storage kept = Sample.with(AgentLimits.Storage.DEFAULT, "messages", chatMessages);
        return Sample.with(AgentLimits.DEFAULT, "storage", kept)
                .withContext(new AgentLimits.Context(contextMessages, 10_000, Map.of()));
    }

    @Test
    void a_second_question_sees_the_first_turn_with_its_tool_calls_and_their_results() {
        talk.tools().addEcho("a.echo");
        talk.modelCalls(call("c1", "a.echo", Map.of("x", 1)), call("c2", "a.none"))
                .modelCalls(call("c3", "a.echo"))
                .modelSays("It is 1.");
        talk.ask("first");

        talk.ask("second");

        assertThat(Shown.to(talk.asked().getLast()))
                .containsExactly(
                        "user: first",
                        "calls: c1=a.echo{\"x\":1} c2=a.none{}",
                        "c1: {\"x\":1}",
                        "c2: {\"error\":\"there is no tool a.none; there are: a.echo, builtin.memory_search,"
                                + " builtin.task_create, builtin.task_status\"}",
                        "calls: c3=a.echo{}",
                        "c3: {}",
                        "assistant: It is 1.",
                        "user: second");
    }

    @Test
    void several_new_messages_are_kept_and_shown_in_their_order() {
        AgentRequest request = new AgentRequest(
                talk.caller().userId(),
                AgentMode.WITHOUT_TASKS,
                Optional.empty(),
                List.of(
                        new NewMessage(Speaker.SYSTEM, "be brief"),
                        new NewMessage(Speaker.USER, "hi"),
                        new NewMessage(Speaker.ASSISTANT, "hello"),
                        new NewMessage(Speaker.USER, "go on")),
                AgentOptions.DEFAULT);

        talk.send(request);

        assertThat(Shown.to(talk.asked().getFirst()))
                .containsExactly("system: be brief", "user: hi", "assistant: hello", "user: go on");
        assertThat(talk.conversation().chat().mode()).isEqualTo(AgentMode.WITHOUT_TASKS);
        assertThat(talk.conversation().chat().messageCount()).isEqualTo(5);
    }

    @Test
    void the_last_activity_moves_with_the_conversation() {
        talk.ask("first");
        talk.installation().time().advance(Duration.ofMinutes(5));

        talk.ask("second");

        assertThat(talk.conversation().chat().lastActivity())
                .isEqualTo(talk.installation().time().instant());
        assertThat(talk.kept().getFirst().timestamp())
                .isEqualTo(talk.conversation().chat().createdAt());
    }

    @Test
    void a_long_conversation_showed_the_model_an_answer_without_its_question() {
        Conversing limited = new Conversing(limits(4, 100));
        limited.ask("one");
        limited.ask("two");

        limited.ask("three");

        assertThat(Shown.to(limited.asked().getLast())).containsExactly("user: two", "assistant: done", "user: three");
    }

    @Test
    void a_full_chat_takes_nothing_and_asks_nobody() {
        Conversing limited = new Conversing(limits(10, 4));
        limited.ask("one");
        limited.ask("two");
        List<ChatEntry> before = limited.kept();

        Problem problem = Refused.by(() -> limited.ask("three"));

        assertThat(problem).isEqualTo(new AgentProblem.ChatFull(4));
        assertThat(limited.kept()).isEqualTo(before);
        assertThat(limited.conversation().chat().messageCount()).isEqualTo(4);
        assertThat(limited.asked()).hasSize(2);
        assertThat(limited.memories()).hasSize(2);
    }

    @Test
    void a_chat_with_one_place_left_took_the_question_and_lost_the_answer() {
        Conversing limited = new Conversing(limits(10, 3));
        limited.ask("one");

        Problem problem = Refused.by(() -> limited.ask("two"));

        assertThat(problem).isEqualTo(new AgentProblem.ChatFull(3));
        assertThat(limited.asked()).hasSize(1);
        assertThat(limited.kept()).extracting(ChatEntry::content).containsExactly("one", "done");
    }
}
