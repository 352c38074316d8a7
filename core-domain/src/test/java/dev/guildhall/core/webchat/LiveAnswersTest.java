package dev.guildhall.core.webchat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.inmemory.InMemoryStores;
import dev.guildhall.core.time.ManualTicker;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.Sample;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.task.NodeId;
import dev.guildhall.ports.webchat.Answer;
import dev.guildhall.ports.webchat.AnswerId;
import org.junit.jupiter.api.Test;

class LiveAnswersTest {
    private final ManualTicker time = new ManualTicker(Sample.NOW);
    private final LiveAnswers live =
            new LiveAnswers(time, time, InMemoryStores.empty().answers(), WebChatLimits.DEFAULT.answers());

    private static Answer answer() {
        return new Answer(
                new AnswerId(Sample.id("ans")),
                new ChatId(Sample.id("chat")),
                new UserId(Sample.id("usr")),
                new NodeId("node_1"),
                Answer.Status.RUNNING,
                1,
                Sample.NOW,
                Sample.NOW.plusSeconds(15));
    }

    @Test
    void an_answer_that_began_when_its_node_gave_up_the_others_ran_on() {
        LiveAnswer answering = new LiveAnswer(answer(), Thread.currentThread());
        live.giveUp();

        live.add(answering);

        assertThat(answering.isGivenUp()).isTrue();
        assertThat(Thread.interrupted()).isTrue();
    }
}
