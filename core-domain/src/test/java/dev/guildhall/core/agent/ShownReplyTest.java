package dev.guildhall.core.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.core.Intercepted;
import dev.guildhall.core.NamedModel;
import dev.guildhall.core.config.AgentLimits;
import dev.guildhall.core.inmemory.InMemoryStores;
import dev.guildhall.ports.agent.AgentEvent;
import dev.guildhall.ports.agent.AgentListener;
import dev.guildhall.ports.agent.AgentReply;
import dev.guildhall.ports.agent.AgentRequest;
import dev.guildhall.ports.agent.ChatEntry;
import dev.guildhall.ports.agent.ConversationStore;
import dev.guildhall.ports.agent.IncompleteReason;
import dev.guildhall.ports.agent.ToolUse;
import dev.guildhall.ports.completion.Chunk;
import dev.guildhall.ports.completion.ChunkSink;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.storage.ForwardingStores;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.testkit.ScriptedChatModel;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a client receives is in the conversation, if that survives a crash. Time is virtual. */
@Timeout(20)
class ShownReplyTest {
    private static final String CALL = "(call)";
    private static final Duration PAUSE = AgentLimits.Storage.DEFAULT.shownAfter();

    private final Stores inner = InMemoryStores.empty();
    private final BlockingQueue<String> words = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> received = new LinkedBlockingQueue<>();
    private final Semaphore extended = new Semaphore(0);
    private volatile boolean unreachable;
    private volatile boolean durable = true;
    private final Conversing talk =
            new Conversing(parts -> parts.chatModel(new PushedModel()).stores(new StoresOfTest()));

    /** Sends the words that the test gives it; an empty one is the end, and {@link #CALL} a call of a tool. */
    private final class PushedModel extends NamedModel {
        PushedModel() {
            super(request -> ScriptedChatModel.says(request, ""));
        }

        @Override
        public Completion stream(CompletionRequest request, ChunkSink sink) {
            StringBuilder said = new StringBuilder();
            for (String word = next(); !word.isEmpty(); word = next()) {
                if (word.equals(CALL)) {
                    return ScriptedChatModel.calls(request, List.of(Conversing.call("c1", "a.work")));
                }
                said.append(word);
                sink.accept(new Chunk.Text(word));
                sink.settle();
            }
            return ScriptedChatModel.says(request, said.toString());
        }

        private String next() {
            return taken(words);
        }
    }

    private static <T> T taken(BlockingQueue<T> queue) {
        try {
            return queue.take();
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    /** Stores that count as durable; the text of answers may not reach them. */
    private final class StoresOfTest implements ForwardingStores {
        private final ConversationStore conversations = (ConversationStore) Proxy.newProxyInstance(
                ConversationStore.class.getClassLoader(),
                new Class<?>[] {ConversationStore.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "isDurable" -> durable;
                    case "extend" -> {
                        extended.release();
                        if (unreachable) {
                            throw Intercepted.outage();
                        }
                        yield method.invoke(inner.conversations(), arguments);
                    }
                    default -> method.invoke(inner.conversations(), arguments);
                });

        @Override
        public Stores others() {
            return inner;
        }

        @Override
        public ConversationStore conversations() {
            return conversations;
        }
    }

    private CompletableFuture<AgentReply> asking(Consumer<AgentEvent> listener) {
        CompletableFuture<AgentReply> reply = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try {
                reply.complete(talk.ask("go", listener));
            } catch (RuntimeException failed) {
                reply.completeExceptionally(failed);
            }
        });
        return reply;
    }

    private void receive(AgentEvent event) {
        if (event instanceof AgentEvent.Token(String text)) {
            received.add(text);
        }
    }

    private String stored() {
        return talk.kept().getLast().content();
    }

    @Test
    void a_client_received_text_that_a_crash_would_have_lost() throws Exception {
        CompletableFuture<AgentReply> reply = asking(this::receive);

        for (String word : List.of("one ", "two ", "three")) {
            words.add(word);
            while (received.isEmpty()) {
                talk.installation().time().advance(PAUSE);
            }

            assertThat(received.take()).isEqualTo(word);
            assertThat(stored()).endsWith(word);
            assertThat(talk.kept().getLast().ended()).contains(IncompleteReason.INTERRUPTED);
        }
        words.add("");

        assertThat(reply.get().message().content()).isEqualTo("one two three");
        assertThat(stored()).isEqualTo("one two three");
    }

    @Test
    void a_character_whose_halves_come_one_after_the_other_is_stored_as_one() throws Exception {
        CompletableFuture<AgentReply> reply = asking(this::receive);
        words.add("one ");
        assertThat(taken(received)).isEqualTo("one ");

        words.add("hello \uD83D");
        words.add("\uDC4B");
        while (received.size() < 2) {
            talk.installation().time().advance(PAUSE);
        }

        assertThat(stored()).isEqualTo("one hello 👋");
        words.add("");
        reply.get();
    }

    @Test
    void text_that_cannot_be_stored_is_received_when_the_store_is_reachable_again() throws Exception {
        CompletableFuture<AgentReply> reply = asking(this::receive);
        words.add("one ");
        assertThat(taken(received)).isEqualTo("one ");

        unreachable = true;
        words.add("two");
        extended.acquire(1);
        talk.installation().time().awaitWaiting(1);
        assertThat(received).isEmpty();
        assertThat(stored()).isEqualTo("one ");
        unreachable = false;
        talk.installation().time().advance(PAUSE);

        assertThat(taken(received)).isEqualTo("two");
        assertThat(stored()).isEqualTo("one two");
        words.add("");
        reply.get();
    }

    @Test
    void text_that_is_not_stored_when_the_answer_is_complete_is_received_then() throws Exception {
        unreachable = true;
        CompletableFuture<AgentReply> reply = asking(this::receive);
        List.of("one ", "two", "").forEach(words::add);

        reply.get();

        assertThat(received).containsExactly("one ", "two");
    }

    @Test
    void a_tool_call_is_stored_before_a_client_receives_it() throws Exception {
        BlockingQueue<Boolean> stored = new LinkedBlockingQueue<>();
        talk.tools().add("a.work", arguments -> new ToolOutcome.Success("done"));
        CompletableFuture<AgentReply> reply = asking(event -> {
            switch (event) {
                case AgentEvent.ToolStarted started -> stored.add(isStored(started.callId()));
                case AgentEvent.ToolFinished(ToolUse use) ->
                    stored.add(talk.kept().getLast().toolUses().contains(use));
                case AgentEvent.Started ignored -> {}
                case AgentEvent.Token ignored -> {}
                case AgentEvent.Reasoned ignored -> {}
                case AgentEvent.QuestionAsked ignored -> {}
                case AgentEvent.QuestionEnded ignored -> {}
                case AgentEvent.ApprovalAsked ignored -> {}
            }
        });

        words.add(CALL);
        while (stored.size() < 2) {
            talk.installation().time().advance(PAUSE);
        }

        assertThat(stored).containsExactly(true, true);
        words.add("done");
        words.add("");
        reply.get();
    }

    private boolean isStored(String call) {
        return talk.kept().getLast().toolUses().stream()
                .anyMatch(use -> use.callId().equals(call));
    }

    @Test
    void a_client_that_has_disconnected_ends_the_answer_and_what_was_said_is_kept() {
        IllegalStateException gone = new IllegalStateException("the client has gone");
        Semaphore thrown = new Semaphore(0);
        CompletableFuture<AgentReply> reply = asking(event -> {
            if (event instanceof AgentEvent.Token) {
                thrown.release();
                throw gone;
            }
        });

        words.add("one ");
        thrown.acquireUninterruptibly();
        while (!reply.isDone()) {
            words.add("more ");
            Thread.yield();
        }

        assertThatThrownBy(reply::get).hasCause(gone);
        assertThat(stored()).startsWith("one ");
        assertThat(talk.kept().getLast().ended()).contains(IncompleteReason.INTERRUPTED);
    }

    @Test
    void without_a_durable_store_a_client_waits_for_nothing() throws Exception {
        durable = false;
        CompletableFuture<Thread> receiving = new CompletableFuture<>();
        CompletableFuture<Thread> answering = new CompletableFuture<>();
        asking(event -> {
            if (event instanceof AgentEvent.Started) {
                answering.complete(Thread.currentThread());
            } else {
                receiving.complete(Thread.currentThread());
            }
        });

        words.add("one ");

        assertThat(receiving.get()).isSameAs(answering.get());
        words.add("");
    }

    @Test
    void text_that_no_client_sees_before_the_end_is_not_stored_piece_by_piece() {
        List.of("one ", "two ", "three", "").forEach(words::add);
        AgentRequest request = AgentRequest.ofQuestion(talk.caller().userId(), "go");

        talk.agents().chat(talk.caller(), request, new AgentListener.UntilComplete(this::receive));

        assertThat(received).containsExactly("one ", "two ", "three");
        assertThat(extended.availablePermits()).isZero();
        assertThat(talk.kept()).extracting(ChatEntry::content).containsExactly("go", "one two three");
    }
}
