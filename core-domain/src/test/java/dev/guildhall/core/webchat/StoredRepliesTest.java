package dev.guildhall.core.webchat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.config.WebChatLimits;
import dev.guildhall.core.inmemory.InMemoryStores;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.agent.AgentRequest;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.task.NodeId;
import dev.guildhall.ports.webchat.Handover;
import dev.guildhall.ports.webchat.Reply;
import dev.guildhall.ports.webchat.ReplyId;
import dev.guildhall.ports.webchat.WebChat;
import dev.guildhall.testkit.ManualTicker;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.contract.Given;
import dev.guildhall.testkit.contract.WebChatStoreContract;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class StoredRepliesTest {
    private static final Instant LEASE = Sample.NOW.plusSeconds(15);

    private final Stores stores = InMemoryStores.empty();
    private final ManualTicker time = new ManualTicker(Sample.NOW);
    private final Queue<Boolean> room = new ArrayDeque<>();
    private final List<Reply> resumed = new ArrayList<>();
    private final StoredReplies replies = new StoredReplies(
            time,
            time,
            Sample::id,
            stores,
            WebChatLimits.DEFAULT.replies(),
            new NodeId("node_2"),
            new StoredReplies.Resumption() {
                @Override
                public boolean hasRoom() {
                    return room.remove();
                }

                @Override
                public void resume(Reply mine, Handover handover) {
                    resumed.add(mine);
                }
            });

    /** An answer that another node gave up. */
    private Reply givenUp() {
        WebChat chat = WebChatStoreContract.chat(Given.someUser(stores), "a chat", 0);
        stores.webChats().add(chat);
        Reply answer = new Reply(
                new ReplyId(Sample.id("ans")),
                chat.id(),
                chat.userId(),
                new NodeId("node_1"),
                Reply.Status.RUNNING,
                1,
                Sample.NOW,
                LEASE);
        stores.replies().begin(answer);
        Caller.User caller = Sample.user();
        stores.replies()
                .giveUp(
                        answer.id(),
                        Handover.of(caller, AgentRequest.ofQuestion(caller.userId(), "a story"))
                                .orElseThrow(),
                        LEASE);
        return answer;
    }

    @Test
    void an_answer_ended_when_the_node_got_room_for_it_while_it_looked() {
        Reply answer = givenUp();
        room.addAll(List.of(false, true));

        replies.endLost();

        Reply kept = stores.replies().latest(answer.chatId()).orElseThrow();
        assertThat(kept.id()).isEqualTo(answer.id());
        assertThat(kept.status()).isEqualTo(Reply.Status.RUNNING);
        assertThat(resumed).isEmpty();
    }
}
