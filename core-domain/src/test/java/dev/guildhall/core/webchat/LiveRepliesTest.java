package dev.guildhall.core.webchat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.config.WebChatLimits;
import dev.guildhall.core.inmemory.InMemoryStores;
import dev.guildhall.core.time.Threads;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.task.NodeId;
import dev.guildhall.ports.webchat.Reply;
import dev.guildhall.ports.webchat.ReplyId;
import dev.guildhall.testkit.ManualTicker;
import dev.guildhall.testkit.Sample;
import org.junit.jupiter.api.Test;

class LiveRepliesTest {
    private final ManualTicker time = new ManualTicker(Sample.NOW);
    private final LiveReplies live = new LiveReplies(
            time, time, new Threads(), InMemoryStores.empty().replies(), WebChatLimits.DEFAULT.replies());

    private static Reply answer() {
        return new Reply(
                new ReplyId(Sample.id("ans")),
                new ChatId(Sample.id("chat")),
                new UserId(Sample.id("usr")),
                new NodeId("node_1"),
                Reply.Status.RUNNING,
                1,
                Sample.NOW,
                Sample.NOW.plusSeconds(15));
    }

    @Test
    void an_answer_that_began_when_its_node_gave_up_the_others_ran_on() {
        LiveReply answering = new LiveReply(answer(), Thread.currentThread());
        live.giveUp();

        live.add(answering);

        assertThat(answering.isGivenUp()).isTrue();
        assertThat(Thread.interrupted()).isTrue();
    }
}
