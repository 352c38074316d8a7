package dev.guildhall.core.agent;

import static dev.guildhall.core.agent.Conversing.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.config.AgentLimits;
import dev.guildhall.ports.agent.ChatEntry;
import dev.guildhall.ports.agent.Speaker;
import dev.guildhall.ports.agent.ToolUse;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.tool.ToolOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is in the store of an answer whose node died, which nothing of the answer survives to clear up. */
@Timeout(60)
class RandomCrashesTest {
    private static final Duration WHILE = AgentLimits.DEFAULT.storage().draftAfter();

    private final Conversing talk = new Conversing();
    private final Set<String> ran = ConcurrentHashMap.newKeySet();

    /** No code catches it, so nothing is written at the end of an answer. */
    private static final class Crash extends Error {
        private static final long serialVersionUID = 1;
    }

    static IntStream seeds() {
        return IntStream.range(0, 100);
    }

    @Test
    void a_node_that_dies_in_a_tool_leaves_the_call_and_says_that_its_effect_is_not_known() {
        List<ChatEntry> stored = new ArrayList<>();
        talk.tools().add("t.work", arguments -> {
            stored.addAll(storedInAWhile());
            return new ToolOutcome.Success("done");
        });
        talk.modelCalls(call("c1", "t.work"));

        talk.ask("go");

        ToolUse lost = new ToolUse("c1", 1, "t.work", Map.of(), ReplyDraft.UNKNOWN);
        assertThat(stored).hasSize(2);
        assertThat(stored.getLast().toolUses()).containsExactly(lost);
        assertThat(talk.kept()).hasSize(2);
        assertThat(talk.kept().getLast().toolUses())
                .extracting(ToolUse::outcome)
                .containsExactly(new ToolOutcome.Success("done"));
    }

    private List<ChatEntry> storedInAWhile() {
        try {
            talk.installation().time().awaitWaiting(2);
            talk.installation().time().advance(WHILE);
            while (talk.kept().size() < 2) {
                Thread.yield();
            }
            return talk.kept();
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void wherever_a_node_dies_no_call_stands_twice_and_the_next_question_is_answered(int seed) {
        Random random = new Random(seed);
        talk.tools().add("t.work", arguments -> {
            ran.add(String.valueOf(arguments.get("id")));
            return new ToolOutcome.Success(arguments);
        });
        int rounds = 1 + random.nextInt(3);
        IntStream.range(0, rounds)
                .forEach(round -> talk.model(request -> RandomCancellationsTest.calls(random, round)));
        int crashAt = random.nextInt(30);

        try {
            talk.ask("first", event -> hear(random, crashAt));
        } catch (Crash died) {
            talk.goOn();
        }
        talk.forgetScript();
        talk.ask("second");

        List<ToolUse> kept =
                talk.kept().stream().flatMap(entry -> entry.toolUses().stream()).toList();
        assertThat(kept).extracting(ToolUse::callId).doesNotHaveDuplicates();
        assertThat(kept)
                .filteredOn(use -> use.outcome() instanceof ToolOutcome.Success)
                .extracting(ToolUse::callId)
                .isSubsetOf(ran);
        assertThat(kept)
                .filteredOn(use -> use.outcome() instanceof ToolOutcome.Failure)
                .extracting(ToolUse::outcome)
                .allMatch(ReplyDraft.UNKNOWN::equals);
        assertThat(talk.kept()).extracting(ChatEntry::speaker).endsWith(Speaker.USER, Speaker.ASSISTANT);
        CompletionRequest shown = talk.asked().getLast();
        assertThat(Shown.resultIds(shown)).isEqualTo(Shown.callIds(shown));
    }

    private void hear(Random random, int crashAt) {
        if (random.nextBoolean()) {
            talk.installation().time().advance(WHILE);
        }
        if (talk.events().size() > crashAt) {
            throw new Crash();
        }
    }
}
