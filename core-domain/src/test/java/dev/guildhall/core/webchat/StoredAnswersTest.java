package dev.guildhall.core.webchat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.inmemory.InMemoryStores;
import dev.guildhall.core.time.ManualTicker;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Sample;
import dev.guildhall.ports.agent.AgentRequest;
import dev.guildhall.ports.contract.Given;
import dev.guildhall.ports.contract.WebChatStoreContract;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.task.NodeId;
import dev.guildhall.ports.webchat.Answer;
import dev.guildhall.ports.webchat.AnswerId;
import dev.guildhall.ports.webchat.Handover;
import dev.guildhall.ports.webchat.WebChat;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class StoredAnswersTest {
    private static final Instant LEASE = Sample.NOW.plusSeconds(15);

    private final Stores stores = InMemoryStores.empty();
    private final ManualTicker time = new ManualTicker(Sample.NOW);
    private final Queue<Boolean> room = new ArrayDeque<>();
    private final List<Answer> resumed = new ArrayList<>();
    private final StoredAnswers answers = new StoredAnswers(
            time,
            time,
            Sample::id,
            stores,
            WebChatLimits.DEFAULT.answers(),
            new NodeId("node_2"),
            new StoredAnswers.Resumption() {
                @Override
                public boolean hasRoom() {
                    return room.remove();
                }

                @Override
                public void resume(Answer mine, Handover handover) {
                    resumed.add(mine);
                }
            });

    /** An answer that another node gave up. */
    private Answer givenUp() {
        WebChat chat = WebChatStoreContract.chat(Given.someUser(stores), "a chat", 0);
        stores.webChats().add(chat);
        Answer answer = new Answer(
                new AnswerId(Sample.id("ans")),
                chat.id(),
                chat.userId(),
                new NodeId("node_1"),
                Answer.Status.RUNNING,
                1,
                Sample.NOW,
                LEASE);
        stores.answers().begin(answer);
        Caller.User caller = Sample.user();
        stores.answers()
                .giveUp(
                        answer.id(),
                        Handover.of(caller, AgentRequest.ask(caller.userId(), "a story"))
                                .orElseThrow(),
                        LEASE);
        return answer;
    }

    @Test
    void an_answer_ended_when_the_node_got_room_for_it_while_it_looked() {
        Answer answer = givenUp();
        room.addAll(List.of(false, true));

        answers.endLost();

        Answer kept = stores.answers().latest(answer.chatId()).orElseThrow();
        assertThat(kept.id()).isEqualTo(answer.id());
        assertThat(kept.status()).isEqualTo(Answer.Status.RUNNING);
        assertThat(resumed).isEmpty();
    }
}
