package dev.guildhall.core.agent;

import static dev.guildhall.core.agent.Conversing.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.agent.AgentEvent;
import dev.guildhall.ports.agent.ChatEntry;
import dev.guildhall.ports.agent.Speaker;
import dev.guildhall.ports.agent.ToolUse;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.FinishReason;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.ports.usage.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Wherever an answer is cancelled, its calls are kept with one result each or not at all, and the next question gets an
 * answer. An answer passes a point before and after the model, in each tool, and at each event; at one of them it ends.
 */
@Timeout(60)
class RandomCancellationsTest {
    private static final int ROUNDS = 3;

    private final Conversing talk = Conversing.onFragileStore();
    private final Thread answering = Thread.currentThread();
    private final AtomicInteger pointsLeft = new AtomicInteger(Integer.MAX_VALUE);
    private final Set<String> ran = ConcurrentHashMap.newKeySet();

    static IntStream seeds() {
        return IntStream.range(0, 300);
    }

    @AfterEach
    @SuppressWarnings("ResultOfMethodCallIgnored")
    void leave_no_interrupt_behind() {
        Thread.interrupted();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void every_call_that_ran_is_kept_with_one_result_wherever_the_answer_ended(int seed) {
        Random random = new Random(seed);
        talk.tools().add("t.work", arguments -> {
            ran.add(String.valueOf(arguments.get("id")));
            passPoint();
            return new ToolOutcome.Success(arguments);
        });
        IntStream.range(0, 1 + random.nextInt(ROUNDS)).forEach(round -> talk.model(request -> rounds(random, round)));
        pointsLeft.set(random.nextInt(40));

        boolean leaves = random.nextBoolean();
        try {
            talk.ask("first", event -> hear(event, leaves));
        } catch (Refusal | IllegalStateException cancelled) {
            talk.goOn();
        }
        pointsLeft.set(Integer.MAX_VALUE);
        boolean wasInterrupted = Thread.interrupted();
        talk.forgetScript();
        talk.ask("second");

        List<ChatEntry> kept = talk.kept();
        assertThat(kept.getFirst().content()).isEqualTo("first");
        assertThat(kept.getLast().speaker()).isEqualTo(Speaker.ASSISTANT);
        assertThat(keptCalls(kept)).as("interrupted: " + wasInterrupted).containsAll(ran);
        assertThat(keptCalls(kept)).doesNotHaveDuplicates();
        CompletionRequest shown = talk.asked().getLast();
        assertThat(Shown.resultIds(shown)).isEqualTo(Shown.callIds(shown));
    }

    private static List<String> keptCalls(List<ChatEntry> kept) {
        return kept.stream()
                .flatMap(entry -> entry.toolUses().stream())
                .map(ToolUse::callId)
                .toList();
    }

    private Completion rounds(Random random, int round) {
        passPoint();
        return calls(random, round);
    }

    /** One to four calls of a tool, each with its own id. */
    static Completion calls(Random random, int round) {
        List<ToolCall> calls = new ArrayList<>();
        for (int i = 0; i <= random.nextInt(4); i++) {
            String id = "c" + round + "_" + i;
            calls.add(call(id, "t.work", Map.of("id", id)));
        }
        return new Completion("some words ", calls, "scripted", Usage.NONE, FinishReason.TOOL_CALLS);
    }

    private void hear(AgentEvent event, boolean leaves) {
        if (pointsLeft.getAndDecrement() == 0) {
            if (leaves) {
                throw new IllegalStateException("the client has gone at " + event);
            }
            answering.interrupt();
        }
    }

    private void passPoint() {
        if (pointsLeft.getAndDecrement() == 0) {
            answering.interrupt();
        }
    }
}
