package dev.guildhall.core.webchat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Installation;
import dev.guildhall.core.config.WebChatLimits;
import dev.guildhall.core.inmemory.InMemoryStores;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.Numbered;
import dev.guildhall.ports.agent.AgentRequest;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.storage.ForwardingStores;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.webchat.ChatQuestion;
import dev.guildhall.ports.webchat.ReplyEvent;
import dev.guildhall.ports.webchat.ReplyId;
import dev.guildhall.ports.webchat.ReplyStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Clients receive the events of an answer after those were stored, each number once. */
@Timeout(30)
class ReplyDeliveryTest {
    private final Stores memory = InMemoryStores.empty();

    private final CountDownLatch released = new CountDownLatch(1);
    private final AtomicInteger failures = new AtomicInteger();
    private final AtomicInteger lostResponses = new AtomicInteger();
    private final Installation node =
            new Installation(new Unreliable(), parts -> parts.chatModel(new SpeakingModel(this::awaitRelease)));
    private final Caller.User ada = node.someone();

    @AfterEach
    void end_answers() {
        released.countDown();
    }

    private void awaitRelease() {
        try {
            released.await();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new Refusal(new CommonProblem.Cancelled());
        }
    }

    /** Stores whose next writes of events fail, or succeed without a response. */
    private final class Unreliable implements ForwardingStores {
        private final ReplyStore replies = (ReplyStore) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {ReplyStore.class}, (ignored, method, arguments) -> {
                    try {
                        return method.getName().equals("append")
                                ? append(arguments)
                                : method.invoke(memory.replies(), arguments);
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    }
                });

        @SuppressWarnings("unchecked")
        private Object append(Object... arguments) {
            require(failures);
            Object stored = memory.replies()
                    .append((Map<ReplyId, List<Numbered<ReplyEvent>>>) arguments[0], (Instant) arguments[1]);
            require(lostResponses);
            return stored;
        }

        private static void require(AtomicInteger outages) {
            if (outages.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                throw new IllegalStateException("the database is away");
            }
        }

        @Override
        public Stores others() {
            return memory;
        }

        @Override
        public ReplyStore replies() {
            return replies;
        }
    }

    private ChatId asked() {
        return node.core()
                .webChats()
                .send(ada, new ChatQuestion(AgentRequest.ofQuestion(ada.userId(), "a story"), List.of()))
                .chat()
                .id();
    }

    private List<Numbered<ReplyEvent>> stored(ChatId chat) {
        return memory.replies().events(chat, 0, 100);
    }

    /** Follows an answer; the test reacts to its first event. */
    private List<Numbered<ReplyEvent>> follow(ChatId chat, Consumer<Numbered<ReplyEvent>> react) {
        List<Numbered<ReplyEvent>> events = new ArrayList<>();
        node.core().webChats().follow(ada, chat, 0, event -> {
            events.add(event);
            if (events.size() == 1) {
                react.accept(event);
            }
        });
        return events;
    }

    private Thread advancing() {
        return Thread.ofVirtual().start(() -> {
            try {
                while (true) {
                    node.time().awaitWaiting(1);
                    node.time().advance(WebChatLimits.DEFAULT.replies().flush());
                }
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
            }
        });
    }

    private static void requireConsecutive(List<Numbered<ReplyEvent>> events) {
        assertThat(events)
                .extracting(Numbered::number)
                .isEqualTo(IntStream.rangeClosed(1, events.size()).boxed().toList());
    }

    @Test
    void a_client_received_an_event_before_it_was_stored() {
        ChatId chat = asked();
        List<List<Numbered<ReplyEvent>>> atFirst = new ArrayList<>();

        List<Numbered<ReplyEvent>> events = follow(chat, first -> {
            atFirst.add(stored(chat));
            released.countDown();
        });

        assertThat(atFirst.getFirst()).containsExactly(events.getFirst());
        assertThat(stored(chat)).isEqualTo(events);
    }

    @Test
    void events_and_the_end_are_sent_when_the_store_is_back() {
        failures.set(5);
        ChatId chat = asked();
        released.countDown();
        Thread time = advancing();

        List<Numbered<ReplyEvent>> events = follow(chat, first -> {});
        time.interrupt();

        assertThat(failures).hasValue(0);
        assertThat(events.getLast().event()).isInstanceOf(ReplyEvent.Done.class);
        assertThat(stored(chat)).isEqualTo(events);
        requireConsecutive(events);
    }

    @Test
    void events_were_stored_twice_when_the_response_of_a_write_was_lost() {
        lostResponses.set(3);
        ChatId chat = asked();
        Thread time = advancing();

        List<Numbered<ReplyEvent>> events = follow(chat, first -> released.countDown());
        time.interrupt();

        assertThat(lostResponses).hasValue(0);
        assertThat(events.getLast().event()).isInstanceOf(ReplyEvent.Done.class);
        assertThat(stored(chat)).isEqualTo(events);
        requireConsecutive(events);
    }

    @Test
    void a_number_had_two_events_when_another_node_had_ended_the_answer() {
        ChatId chat = asked();
        Installation other = new Installation(memory, parts -> parts.clock(node.time()));

        List<Numbered<ReplyEvent>> events = follow(chat, first -> {
            node.time().advance(Duration.ofSeconds(16));
            other.core().webChats().open(ada, chat);
            released.countDown();
        });

        assertThat(events)
                .containsExactly(
                        new Numbered<>(1, new ReplyEvent.Token("Once ")),
                        new Numbered<>(2, ReplyEvent.Failed.NODE_LOST));
        assertThat(stored(chat)).isEqualTo(events);
        assertThat(memory.conversations().latest(chat, 1).getFirst().content()).startsWith("Once ");
    }
}
