package dev.guildhall.core.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.agent.AgentEvent;
import dev.guildhall.ports.agent.ChatEntry;
import dev.guildhall.ports.agent.Speaker;
import dev.guildhall.ports.agent.ToolUse;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.FinishReason;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.ports.usage.Usage;
import dev.guildhall.testkit.ScriptedChatModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A stored conversation stays complete with random model answers, tool results and disconnections. */
@Timeout(60)
class RandomConversationsTest {
    private static final List<String> IDS = List.of("", " ", "a", "a_2", "a_3", "_2", "call_2", "b");
    private static final List<String> TOOLS = List.of("t.echo", "t.bad", "t.stop", "t.strict", "t.none", "no name");
    private static final int QUESTIONS = 6;

    private final Conversing talk = Conversing.onFragileStore();
    private final Thread answering = Thread.currentThread();
    private final List<ToolUse> told = new ArrayList<>();
    private int eventsLeft;
    private boolean isUnbroken;

    static IntStream seeds() {
        return IntStream.range(0, 200);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void what_is_kept_pairs_every_call_with_one_result_and_counts_every_message(int seed) {
        Random random = new Random(seed);
        addTools();
        List<String> questions = new ArrayList<>();
        for (int i = 0; i < QUESTIONS; i++) {
            IntStream.range(0, 1 + random.nextInt(13)).forEach(round -> talk.model(request -> answer(random, request)));
            questions.add("question " + i);
            ask(questions.getLast(), random.nextInt(30) - 5);
        }

        List<ChatEntry> kept = talk.kept();
        assertThat(kept)
                .filteredOn(entry -> entry.speaker() == Speaker.USER)
                .extracting(ChatEntry::content)
                .containsExactlyElementsOf(questions);
        assertThat(talk.conversation().chat().messageCount()).isEqualTo(kept.size());
        assertThat(kept).allSatisfy(RandomConversationsTest::hasCallsOfItsOwn);
        assertThat(kept.stream().flatMap(entry -> entry.toolUses().stream())).containsAll(told);
        assertThat(talk.asked()).allSatisfy(RandomConversationsTest::isPaired);
    }

    private void addTools() {
        talk.tools().addEcho("t.echo").add("t.bad", arguments -> {
            throw new IllegalStateException("bad");
        });
        talk.tools().add("t.stop", arguments -> {
            interruptAnswer();
            awaitInterrupt();
            return new ToolOutcome.Success("stopped");
        });
        talk.tools().add("t.strict", Map.of("required", List.of("x")), ToolOutcome.Success::new);
    }

    /** Breaks off what has not been broken off yet: a tool that comes late must not interrupt the next answer. */
    private synchronized void interruptAnswer() {
        if (isUnbroken && !Thread.currentThread().isInterrupted()) {
            isUnbroken = false;
            answering.interrupt();
        }
    }

    private synchronized void isUnbroken(boolean isNow) {
        isUnbroken = isNow;
    }

    private static void awaitInterrupt() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    /** Asks, and breaks off after so many events: by leaving or by an interrupt. A negative number never does. */
    private void ask(String question, int events) {
        eventsLeft = events;
        isUnbroken(true);
        try {
            talk.ask(question, this::hear);
        } catch (Refusal | IllegalStateException brokenOff) {
            talk.goOn();
        } finally {
            isUnbroken(false);
            interruptIsOver();
        }
    }

    private void hear(AgentEvent event) {
        if (event instanceof AgentEvent.ToolFinished(ToolUse use)) {
            told.add(use);
        }
        if (eventsLeft-- == 0) {
            isUnbroken(false);
            if (event instanceof AgentEvent.Token(String word) && word.length() % 2 == 0) {
                answering.interrupt();
            } else {
                throw new IllegalStateException("the client has gone");
            }
        }
    }

    private static boolean interruptIsOver() {
        return Thread.interrupted();
    }

    private static Completion answer(Random random, CompletionRequest request) {
        if (random.nextInt(12) == 0) {
            throw new Refusal(new CompletionProblem.ProviderFailed("down"));
        }
        String words = "word and ".repeat(random.nextInt(3));
        List<ToolCall> calls =
                Stream.generate(() -> call(random)).limit(random.nextInt(5)).toList();
        if (calls.isEmpty()) {
            return ScriptedChatModel.says(request, words);
        }
        return new Completion(words, calls, "scripted", Usage.NONE, FinishReason.TOOL_CALLS);
    }

    private static ToolCall call(Random random) {
        int tool = Math.min(random.nextInt(40) / 6, TOOLS.size() - 1);
        ToolArguments arguments = random.nextInt(6) == 0
                ? new ToolArguments.Malformed("{", "not closed")
                : new ToolArguments.Parsed(random.nextBoolean() ? Map.of() : Map.of("x", 1));
        return new ToolCall(IDS.get(random.nextInt(IDS.size())), TOOLS.get(tool), arguments);
    }

    private static void hasCallsOfItsOwn(ChatEntry entry) {
        List<String> ids = entry.toolUses().stream().map(ToolUse::callId).toList();
        assertThat(ids).doesNotHaveDuplicates().noneMatch(String::isBlank);
        assertThat(entry.speaker() == Speaker.ASSISTANT || ids.isEmpty()).isTrue();
    }

    private static void isPaired(CompletionRequest request) {
        assertThat(Shown.resultIds(request)).isEqualTo(Shown.callIds(request));
        assertThat(Shown.to(request).getFirst()).startsWith("user: ");
    }
}
