package dev.guildhall.core.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Core;
import dev.guildhall.core.inmemory.ScriptedChatModel;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.account.Registration;
import dev.guildhall.ports.account.SignedIn;
import dev.guildhall.ports.agent.AgentReply;
import dev.guildhall.ports.agent.AgentRequest;
import dev.guildhall.ports.agent.ChatId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class ParallelQuestionsTest {
    private static final int QUESTIONS = 20;

    @Test
    void questions_asked_at_once_in_one_chat_each_get_their_own_answer() throws Exception {
        Core core = Core.of(parts -> parts.chatModel(ScriptedChatModel.echo()));
        SignedIn ada = core.accounts().register(Caller.anonymous(), Registration.of("ada@example.org", "12345678"));
        Caller caller =
                core.accounts().authenticate(Caller.anonymous(), ada.tokens().accessToken());
        ChatId chat = core.agents()
                .chat(caller, AgentRequest.ask(ada.userId(), "begin"), event -> {})
                .chatId();
        CyclicBarrier together = new CyclicBarrier(QUESTIONS);

        List<Future<AgentReply>> replies = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < QUESTIONS; i++) {
                AgentRequest question =
                        AgentRequest.ask(ada.userId(), "question " + i).in(chat);
                replies.add(threads.submit(() -> {
                    together.await();
                    return core.agents().chat(caller, question, event -> {});
                }));
            }
        }

        for (int i = 0; i < QUESTIONS; i++) {
            assertThat(replies.get(i).get().message().content()).isEqualTo("You said: question " + i);
        }
        assertThat(core.agents().conversation(caller, ada.userId(), chat).chat().messageCount())
                .isEqualTo(2 + 2 * QUESTIONS);
    }
}
