package dev.guildhall.core.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Refused;
import dev.guildhall.core.config.AgentLimits;
import dev.guildhall.core.inmemory.InMemoryStores;
import dev.guildhall.core.time.Threads;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.agent.AgentEvent;
import dev.guildhall.ports.agent.Turn;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.testkit.ManualTicker;
import dev.guildhall.testkit.Sample;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class EventOutboxTest {
    private static final int MOST = 2;

    private final BlockingQueue<AgentEvent> sent = new LinkedBlockingQueue<>();
    private final ManualTicker time = new ManualTicker(Sample.NOW);
    /** It is not written: its time does not come. */
    private final ReplyDraft draft = new ReplyDrafts(
                    time, time, new Threads(), InMemoryStores.empty().conversations(), AgentLimits.DEFAULT)
            .of(
                    new ChatArchive.StoredQuestion(
                            new ChatId("chat_1"), Optional.empty(), Turn.first(1), List.of(), "", 0, Optional.empty()),
                    false);

    private final EventOutbox outbox = new EventOutbox(new Threads(), draft, MOST, sent::add);

    @AfterEach
    void leave_no_interrupt_and_no_thread_behind() {
        assertThat(Thread.interrupted()).isFalse();
        draft.close();
        outbox.end();
    }

    private AgentEvent say(String text) {
        draft.append(text);
        AgentEvent event = new AgentEvent.Token(text);
        outbox.add(event);
        return event;
    }

    @Test
    void an_event_is_sent_when_its_change_is_stored() throws InterruptedException {
        AgentEvent first = say("one");
        AgentEvent second = say("two");
        // Too many events would be unsent now, unless the sender had taken the first one.
        AgentEvent third = say("three");
        assertThat(sent).isEmpty();

        draft.markStored();

        assertThat(List.of(sent.take(), sent.take(), sent.take())).containsExactly(first, second, third);
        assertThat(sent).isEmpty();
    }

    @Test
    void the_answer_waits_when_too_many_events_are_unsent() {
        List<AgentEvent> added = List.of(say("one"), say("two"), say("three"));

        Thread.currentThread().interrupt();
        assertThat(Refused.by(() -> say("four"))).isEqualTo(new CommonProblem.Cancelled());
        assertThat(Thread.interrupted()).isTrue();
        draft.markStored();
        outbox.end();

        assertThat(sent).containsExactlyElementsOf(added);
    }

    @Test
    void events_that_are_not_stored_at_the_end_are_dropped() {
        say("one");

        outbox.end();

        assertThat(sent).isEmpty();
    }
}
