package dev.guildhall.llm.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.guildhall.ports.completion.Chunk;
import dev.guildhall.ports.completion.ChunkSink;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.testkit.contract.AtOnce;
import dev.guildhall.wire.http.Limits;
import dev.guildhall.wire.http.Network;
import dev.guildhall.wire.http.ProviderTimeouts;
import dev.guildhall.wire.http.Request;
import dev.guildhall.wire.http.Response;
import dev.guildhall.wire.http.ResponseMemory;
import dev.guildhall.wire.http.ScriptedServer;
import dev.guildhall.wire.http.Transport;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import mockwebserver3.MockResponse;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class ResponseMemoryTest {
    private static final long STEP = Limits.MEMORY_STEP;
    private static final long BUDGET = 8 * STEP;
    private static final String LONG_ANSWER = "\"" + "x".repeat((int) BUDGET) + "\"";

    private final ResponseMemory memory = new ResponseMemory(BUDGET);

    @AutoClose
    private final ScriptedServer server = new ScriptedServer();

    private <T> T ask(MockResponse answer, Provider.Reading<T> reading) {
        server.answers(answer);
        ProviderOptions endpoint = ProviderOptions.of(server.baseUrl(), Optional.empty(), "m");
        ProviderErrors errors = new ProviderErrors(InstantSource.system(), List.of());
        return new Provider(new Transport(endpoint.origin(), Network.DEFAULT), errors, memory)
                .exchange(ProviderTimeouts.DEFAULT.whole(), Request.get(endpoint.address("answer"), Map.of()), reading);
    }

    private static String whole(Response call) throws IOException {
        return call.json(100 * BUDGET, String.class);
    }

    @Test
    void small_answers_reserve_nothing_and_long_ones_reserve_in_steps() {
        try (ResponseMemory.Share share = memory.share()) {
            share.grow(STEP);
            long small = memory.left();
            share.grow(1);
            long longer = memory.left();
            share.grow(3 * STEP);

            assertThat(small).isEqualTo(BUDGET);
            assertThat(longer).isEqualTo(BUDGET - STEP);
            assertThat(memory.left()).isEqualTo(BUDGET - 4 * STEP);
        }
        assertThat(memory.left()).isEqualTo(BUDGET);
    }

    @Test
    void the_answer_that_exceeds_the_memory_fails() {
        try (ResponseMemory.Share there = memory.share();
                ResponseMemory.Share growing = memory.share()) {
            there.grow(7 * STEP);

            Refusal refusal = catchThrowableOfType(Refusal.class, () -> growing.grow(4 * STEP));
            there.grow(STEP);

            assertThat(refusal.problem()).isEqualTo(new CompletionProblem.NoRoomForAnswer());
        }
        assertThat(memory.left()).isEqualTo(BUDGET);
    }

    @Test
    void concurrent_answers_never_exceed_the_memory_and_free_all_of_it() throws Exception {
        List<Callable<Boolean>> answers = new ArrayList<>();
        for (int i = 0; i < 32; i++) {
            answers.add(() -> {
                try (ResponseMemory.Share share = memory.share()) {
                    for (int grown = 0; grown < 4; grown++) {
                        share.grow(STEP);
                    }
                    return memory.left() <= BUDGET;
                } catch (Refusal full) {
                    return full.problem() instanceof CompletionProblem.NoRoomForAnswer;
                }
            });
        }

        List<Boolean> right = AtOnce.run(answers);

        assertThat(right).containsOnly(true);
        assertThat(memory.left()).isEqualTo(BUDGET);
    }

    @Test
    void a_whole_answer_without_memory_fails_and_frees_what_it_reserved() {
        Refusal refusal = catchThrowableOfType(
                Refusal.class,
                () -> ask(ScriptedServer.ok("application/json", LONG_ANSWER), ResponseMemoryTest::whole));

        assertThat(refusal.problem()).isEqualTo(new CompletionProblem.NoRoomForAnswer());
        assertThat(memory.left()).isEqualTo(BUDGET);
        assertThat(ask(ScriptedServer.ok("application/json", "\"short\""), ResponseMemoryTest::whole))
                .isEqualTo("short");
    }

    @Test
    void a_long_line_of_a_stream_reserves_memory() {
        Refusal refusal = catchThrowableOfType(
                Refusal.class,
                () -> ask(
                        ScriptedServer.ok("text/event-stream", "data: " + LONG_ANSWER + "\n\n"),
                        call -> call.events(100 * BUDGET, chunk -> {}).next().isPresent()));

        assertThat(refusal.problem()).isEqualTo(new CompletionProblem.NoRoomForAnswer());
        assertThat(memory.left()).isEqualTo(BUDGET);
    }

    @Test
    void the_chunks_of_a_stream_reserve_memory_when_they_are_kept() {
        Refusal refusal = catchThrowableOfType(
                Refusal.class,
                () -> ask(ScriptedServer.ok("text/event-stream", "data: x\n\n"), call -> {
                    ChunkSink kept = call.keeping(chunk -> {});
                    for (int i = 0; i < BUDGET; i++) {
                        kept.accept(new Chunk.Text("more "));
                    }
                    return true;
                }));

        assertThat(refusal.problem()).isEqualTo(new CompletionProblem.NoRoomForAnswer());
        assertThat(memory.left()).isEqualTo(BUDGET);
    }
}
