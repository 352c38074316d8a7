package dev.guildhall.core.webchat;

import static dev.guildhall.core.agent.Conversing.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Core;
import dev.guildhall.core.Installation;
import dev.guildhall.core.Intercepted;
import dev.guildhall.core.NamedModel;
import dev.guildhall.core.Refused;
import dev.guildhall.core.agent.FakeTools;
import dev.guildhall.core.config.WebChatLimits;
import dev.guildhall.core.inmemory.InMemoryStores;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.Numbered;
import dev.guildhall.ports.agent.AgentRequest;
import dev.guildhall.ports.agent.ChatEntry;
import dev.guildhall.ports.agent.ConversationStore;
import dev.guildhall.ports.agent.IncompleteReason;
import dev.guildhall.ports.agent.ReplyDetails;
import dev.guildhall.ports.agent.ToolUse;
import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.ChunkSink;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.task.NodeDescription;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.ports.usage.Usage;
import dev.guildhall.ports.webchat.ChatQuestion;
import dev.guildhall.ports.webchat.OpenChat;
import dev.guildhall.ports.webchat.Reply;
import dev.guildhall.ports.webchat.ReplyEvent;
import dev.guildhall.ports.webchat.ReplyStore;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.ScriptedChatModel;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A node that stops gives its running answers up, and another node continues them. */
@Timeout(30)
class GivenUpReplyTest {
    private final CountDownLatch released = new CountDownLatch(1);

    /** Until then the model of the second node does not answer. */
    private volatile CountDownLatch continuing = new CountDownLatch(0);

    private final Stores stores = InMemoryStores.empty();
    private final List<CompletionRequest> askedAgain = new CopyOnWriteArrayList<>();
    private final AtomicInteger toolRuns = new AtomicInteger();
    private final FakeTools tools = new FakeTools().add("a.count", arguments -> {
        toolRuns.incrementAndGet();
        return new ToolOutcome.Success(arguments);
    });
    private final Installation first = new Installation(
            stores, parts -> parts.tools(tools).chatModel(new SpeakingModel(GivenUpReplyTest.this::awaitRelease)));
    private final Caller.User ada = first.someone();

    @AfterEach
    void end_answers() {
        released.countDown();
    }

    private void awaitRelease() {
        await(released);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new Refusal(new CommonProblem.Cancelled());
        }
    }

    private Core second(NodeDescription description) {
        return second(stores, description);
    }

    private Core second(Stores seen) {
        return second(seen, new NodeDescription(first.time().instant(), "", List.of("chat")));
    }

    /** Stores whose responses about answers a test sees first. */
    private Stores replies(BiConsumer<Method, Object> after) {
        ReplyStore replies = Intercepted.of(ReplyStore.class, stores.replies(), (method, arguments) -> {}, after);
        return Sample.with((InMemoryStores) stores, "replies", replies);
    }

    private Core second(Stores seen, NodeDescription description) {
        return new Installation(
                        seen,
                        parts -> parts.clock(first.time())
                                .ticker(first.time())
                                .tools(tools)
                                .node(description)
                                .chatModel(new NamedModel(request -> {
                                    askedAgain.add(request);
                                    await(continuing);
                                    return ScriptedChatModel.says(request, "upon a time");
                                })))
                .core();
    }

    private Core second() {
        return second(stores);
    }

    private ChatId asked(Installation node) {
        ChatId chat = node.core()
                .webChats()
                .send(ada, new ChatQuestion(AgentRequest.ofQuestion(ada.userId(), "a story"), List.of()))
                .chat()
                .id();
        awaitEvents(chat);
        return chat;
    }

    private void awaitEvents(ChatId chat) {
        while (stores.replies().newest(chat) == 0) {
            Thread.yield();
        }
    }

    private List<Numbered<ReplyEvent>> follow(Core node, ChatId chat, int after) {
        List<Numbered<ReplyEvent>> events = new ArrayList<>();
        node.webChats().follow(ada, chat, after, events::add);
        return events;
    }

    /** A node continues an answer as soon as a client asks for the chat. */
    private List<Numbered<ReplyEvent>> continued(Core node, ChatId chat) {
        node.webChats().open(ada, chat);
        return follow(node, chat, 0);
    }

    private static String words(List<Numbered<ReplyEvent>> events) {
        return events.stream()
                .map(Numbered::event)
                .filter(ReplyEvent.Token.class::isInstance)
                .map(event -> ((ReplyEvent.Token) event).text())
                .collect(Collectors.joining());
    }

    private static void requireConsecutive(List<Numbered<ReplyEvent>> events) {
        assertThat(events)
                .extracting(Numbered::number)
                .isEqualTo(IntStream.rangeClosed(1, events.size()).boxed().toList());
    }

    private List<ChatEntry> messages(ChatId chat) {
        return stores.conversations().latest(chat, 10);
    }

    @Test
    void an_answer_that_its_node_gave_up_was_stored_as_interrupted_and_not_finished() {
        ChatId chat = asked(first);
        first.core().giveUpAnswers();
        List<Numbered<ReplyEvent>> atFirst = follow(first.core(), chat, 0);
        continuing = new CountDownLatch(1);
        Core second = second();

        OpenChat opened = second.webChats().open(ada, chat);
        continuing.countDown();
        List<Numbered<ReplyEvent>> events = follow(second, chat, 0);

        assertThat(atFirst).containsExactly(new Numbered<>(1, new ReplyEvent.Token("Once ")));
        assertThat(first.core().runningAnswers()).isZero();
        assertThat(opened.running()).contains(0);
        requireConsecutive(events);
        assertThat(events.subList(0, 1)).isEqualTo(atFirst);
        assertThat(events.getLast().event())
                .usingRecursiveComparison()
                .ignoringFields("details")
                .isEqualTo(
                        new ReplyEvent.Done(chat, "Once upon a time", List.of(), false, List.of(), ReplyDetails.NONE));
        assertThat(words(events)).isEqualTo("Once upon a time");
        assertThat(messages(chat)).extracting(ChatEntry::content).containsExactly("a story", "Once upon a time");
        assertThat(messages(chat).getLast().ended()).isEmpty();
        List<ChatMessage> request = askedAgain.getFirst().messages();
        assertThat(request.get(request.size() - 3)).isEqualTo(new ChatMessage.User("a story"));
        assertThat(request.get(request.size() - 2)).isEqualTo(new ChatMessage.Assistant("Once "));
        assertThat(request.getLast().content()).contains("Continue it from exactly there");
    }

    @Test
    void the_turn_of_an_answer_that_was_continued_is_remembered_once() {
        ChatId chat = asked(first);

        first.core().giveUpAnswers();
        continued(second(), chat);

        assertThat(stores.memories().count(ada.userId())).isEqualTo(1);
    }

    @Test
    void the_sweep_of_a_node_continues_an_answer_that_no_client_follows() throws Exception {
        ChatId chat = asked(first);
        Core second = second();
        first.core().giveUpAnswers();

        second.start();
        while (messages(chat).getLast().ended().isPresent()) {
            Thread.yield();
        }
        second.close();

        assertThat(messages(chat)).extracting(ChatEntry::content).containsExactly("a story", "Once upon a time");
    }

    @Test
    void a_stop_before_another_node_continues_an_answer_ends_it_with_its_text() {
        ChatId chat = asked(first);
        first.core().giveUpAnswers();
        first.core().webChats().stop(ada, chat);
        Core second = new Installation(
                        stores,
                        parts -> parts.clock(first.time())
                                .ticker(first.time())
                                .chatModel(new SpeakingModel(this::awaitRelease)))
                .core();

        List<Numbered<ReplyEvent>> events = continued(second, chat);

        assertThat(events.getLast().event()).isInstanceOfSatisfying(ReplyEvent.Done.class, done -> {
            assertThat(done.stopped()).isTrue();
            assertThat(done.content()).isEqualTo(words(events)).startsWith("Once ");
        });
        assertThat(messages(chat).getLast().ended()).contains(IncompleteReason.STOPPED);
    }

    @Test
    void an_answer_that_no_node_continues_in_time_ends_as_that_of_a_lost_node() {
        ChatId chat = asked(first);
        first.core().giveUpAnswers();
        List<ChatEntry> atGivingUp = messages(chat);

        first.time().advance(WebChatLimits.DEFAULT.replies().lease());
        List<Numbered<ReplyEvent>> events = continued(second(), chat);

        assertThat(atGivingUp).extracting(ChatEntry::content).containsExactly("a story", "Once ");
        assertThat(atGivingUp.getLast().ended()).contains(IncompleteReason.INTERRUPTED);
        assertThat(events)
                .containsExactly(
                        new Numbered<>(1, new ReplyEvent.Token("Once ")),
                        new Numbered<>(2, ReplyEvent.Failed.NODE_LOST));
        assertThat(askedAgain).isEmpty();
    }

    @Test
    void an_answer_of_a_session_that_has_ended_is_not_continued() {
        ChatId chat = asked(first);
        first.core().giveUpAnswers();
        Core second = second();
        first.accounts().signOut(ada);

        List<Numbered<ReplyEvent>> events = continued(second, chat);

        assertThat(events.getLast().event()).isInstanceOf(ReplyEvent.Failed.class);
        assertThat(messages(chat).getLast().ended()).contains(IncompleteReason.INTERRUPTED);
        assertThat(askedAgain).isEmpty();
    }

    @Test
    void a_node_without_the_chat_front_end_continues_no_answer() {
        ChatId chat = asked(first);
        first.core().giveUpAnswers();
        Core other = second(new NodeDescription(first.time().instant(), "", List.of("account")));

        other.webChats().open(ada, chat);

        assertThat(stores.replies().latest(chat).orElseThrow().handover()).isPresent();
    }

    @Test
    void an_answer_is_continued_twice() {
        ChatId chat = asked(first);
        first.core().giveUpAnswers();
        Installation middle = new Installation(
                stores,
                parts -> parts.clock(first.time())
                        .ticker(first.time())
                        .chatModel(new SpeakingModel(this::awaitRelease)));
        middle.core().webChats().open(ada, chat);
        while (stores.replies().newest(chat) == 1) {
            Thread.yield();
        }
        middle.core().giveUpAnswers();

        List<Numbered<ReplyEvent>> events = continued(second(), chat);

        requireConsecutive(events);
        assertThat(words(events)).isEqualTo("Once Once upon a time");
        assertThat(messages(chat)).extracting(ChatEntry::content).containsExactly("a story", "Once Once upon a time");
    }

    @Test
    void an_answer_was_lost_when_a_node_stopped_while_it_took_it_over() {
        ChatId chat = asked(first);
        first.core().giveUpAnswers();
        AtomicReference<Core> stopping = new AtomicReference<>();
        stopping.set(second(replies((method, stored) -> {
            if (method.getName().equals("takeOver")) {
                stopping.get().giveUpAnswers();
            }
        })));

        List<Numbered<ReplyEvent>> atSecond = continued(stopping.get(), chat);
        List<Numbered<ReplyEvent>> events = continued(second(), chat);

        assertThat(atSecond).containsExactly(new Numbered<>(1, new ReplyEvent.Token("Once ")));
        assertThat(stopping.get().runningAnswers()).isZero();
        assertThat(events.getLast().event())
                .usingRecursiveComparison()
                .ignoringFields("details")
                .isEqualTo(
                        new ReplyEvent.Done(chat, "Once upon a time", List.of(), false, List.of(), ReplyDetails.NONE));
    }

    @Test
    void an_answer_whose_question_is_not_stored_yet_is_not_continued() {
        ChatId chat = asked(first);
        first.core().webChats().stop(ada, chat);
        follow(first.core(), chat, 0);
        AtomicReference<Core> stopping = new AtomicReference<>();
        stopping.set(second(replies((method, stored) -> {
            if (method.getName().equals("begin")) {
                awaitWaiting(Thread.ofVirtual().start(stopping.get()::giveUpAnswers));
            }
        })));
        AgentRequest next =
                AgentRequest.ofQuestion(ada.userId(), "another story").in(chat);

        assertThat(Refused.by(() -> stopping.get().webChats().send(ada, new ChatQuestion(next, List.of()))))
                .isEqualTo(new CommonProblem.Cancelled());

        Reply refused = stores.replies().latest(chat).orElseThrow();
        assertThat(refused.status()).isEqualTo(Reply.Status.ENDED);
        assertThat(refused.handover()).isEmpty();
    }

    /** Waits until a thread that gives up the answers of its node waits for their end. */
    private static void awaitWaiting(Thread givingUp) {
        while (givingUp.getState() != Thread.State.TIMED_WAITING) {
            Thread.yield();
        }
    }

    @Test
    void an_answer_was_marked_as_stopped_after_clients_knew_of_its_end() {
        ChatId chat = asked(first);
        first.core().giveUpAnswers();
        AtomicReference<Core> second = new AtomicReference<>();
        List<Optional<IncompleteReason>> atTheEnd = new CopyOnWriteArrayList<>();
        ConversationStore conversations =
                Intercepted.before(ConversationStore.class, stores.conversations(), (method, arguments) -> {
                    if (method.getName().equals("takeOver")) {
                        second.get().webChats().stop(ada, chat);
                    }
                });
        ReplyStore replies = Intercepted.before(ReplyStore.class, stores.replies(), (method, arguments) -> {
            if (method.getName().equals("append") && arguments[0].toString().contains("Done")) {
                atTheEnd.add(messages(chat).getLast().ended());
            }
        });
        Stores observed = Sample.with((InMemoryStores) stores, "conversations", conversations);
        second.set(second(Sample.with((InMemoryStores) observed, "replies", replies)));

        List<Numbered<ReplyEvent>> events = continued(second.get(), chat);

        assertThat(events.getLast().event())
                .usingRecursiveComparison()
                .ignoringFields("details")
                .isEqualTo(new ReplyEvent.Done(chat, "Once ", List.of(), true, List.of(), ReplyDetails.NONE));
        assertThat(atTheEnd).containsExactly(Optional.of(IncompleteReason.STOPPED));
        assertThat(askedAgain).isEmpty();
    }

    /** Calls a tool, then says a word and waits. */
    private final class CallingModel extends NamedModel {
        CallingModel() {
            super(request -> ScriptedChatModel.calls(request, List.of(call("c1", "a.count", Map.of("n", 1)))));
        }

        @Override
        public Completion stream(CompletionRequest request, ChunkSink sink) {
            return request.messages().getLast() instanceof ChatMessage.ToolResult
                    ? new SpeakingModel(GivenUpReplyTest.this::awaitRelease).stream(request, sink)
                    : super.stream(request, sink);
        }
    }

    @Test
    void a_tool_whose_result_is_stored_is_not_run_again() {
        Installation calling = new Installation(
                stores,
                parts -> parts.clock(first.time())
                        .ticker(first.time())
                        .tools(tools)
                        .chatModel(new CallingModel()));
        ChatId chat = asked(calling);
        while (stores.replies().newest(chat) < 3) {
            first.time().advance(Duration.ofMillis(50));
        }
        calling.core().giveUpAnswers();

        List<Numbered<ReplyEvent>> events = continued(second(), chat);

        requireConsecutive(events);
        assertThat(toolRuns).hasValue(1);
        assertThat(events)
                .extracting(Numbered::event)
                .filteredOn(ReplyEvent.ToolFinished.class::isInstance)
                .hasSize(1);
        assertThat(events.getLast().event())
                .usingRecursiveComparison()
                .ignoringFields("details")
                .isEqualTo(new ReplyEvent.Done(
                        chat, "Once upon a time", List.of("a.count"), false, List.of(), ReplyDetails.NONE));
        assertThat(messages(chat).getLast().toolUses())
                .extracting(ToolUse::callId)
                .containsExactly("c1");
        List<ChatMessage> request = askedAgain.getFirst().messages();
        assertThat(request.get(request.size() - 3)).isInstanceOf(ChatMessage.ToolResult.class);
        ReplyEvent.Used used = (ReplyEvent.Used) events.get(events.size() - 2).event();
        assertThat(used.usage().completionTokens()).isEqualTo(3);
        assertThat(used.usage().promptTokens()).isGreaterThan(new Usage(3, 0).promptTokens());
    }
}
