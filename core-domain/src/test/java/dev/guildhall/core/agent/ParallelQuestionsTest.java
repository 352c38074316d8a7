package dev.guildhall.core.agent;

import static dev.guildhall.core.agent.Conversing.awaitQuietly;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.agent.AgentReply;
import dev.guildhall.ports.agent.AgentRequest;
import dev.guildhall.ports.agent.ChatEntry;
import dev.guildhall.testkit.ScriptedChatModel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class ParallelQuestionsTest {
    private static final int QUESTIONS = 20;

    private final ScriptedChatModel echo = ScriptedChatModel.echo();

    private static List<String> contents(List<ChatEntry> entries) {
        return entries.stream().map(ChatEntry::content).toList();
    }

    @Test
    void a_question_in_a_chat_that_is_being_answered_waits_for_that_answer() throws Exception {
        Conversing talk = new Conversing();
        talk.ask("begin");
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        talk.model(request -> {
            asked.countDown();
            awaitQuietly(go);
            return ScriptedChatModel.says(request, "first answer");
        });
        FutureTask<AgentReply> first = new FutureTask<>(() -> talk.ask("first"));
        Thread.ofVirtual().start(first);
        asked.await();

        FutureTask<AgentReply> second = new FutureTask<>(() -> talk.ask("second"));
        Thread.ofVirtual().start(second);
        go.countDown();
        first.get();
        second.get();

        assertThat(contents(talk.kept())).containsExactly("begin", "done", "first", "first answer", "second", "done");
    }

    @Test
    void questions_asked_at_once_in_one_chat_are_answered_one_after_the_other_or_refused() throws Exception {
        Conversing talk = new Conversing(parts -> parts.chatModel(echo));
        talk.ask("begin");
        CyclicBarrier together = new CyclicBarrier(QUESTIONS);

        List<Future<AgentReply>> replies = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < QUESTIONS; i++) {
                AgentRequest question = AgentRequest.ofQuestion(talk.caller().userId(), "question " + i)
                        .in(talk.begun().getLast());
                replies.add(threads.submit(() -> {
                    together.await();
                    return talk.agents().chat(talk.caller(), question, event -> {});
                }));
            }
        }

        List<String> kept = contents(talk.kept());
        long answered = replies.stream()
                .filter(reply -> reply.state() == Future.State.SUCCESS)
                .count();
        assertThat(answered).isPositive();
        assertThat(kept).hasSize((int) (2 + 2 * answered));
        for (int i = 0; i < kept.size(); i += 2) {
            assertThat(kept.get(i + 1)).isEqualTo("You said: " + kept.get(i));
        }
    }

    @Test
    void an_answer_that_broke_off_leaves_its_chat_free() {
        Conversing talk = new Conversing();
        talk.ask("begin");
        talk.model(request -> {
            throw new IllegalStateException("bug");
        });
        try {
            talk.ask("first");
        } catch (IllegalStateException expected) {
            talk.goOn();
        }

        assertThat(talk.ask("second").message().content()).isEqualTo("done");
    }
}
