package dev.guildhall.integrations.mcp.stdio;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.testkit.contract.AtOnce;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** One server for all of them: what one call does to it must not harm the next. */
class StdioFaultsIT {
    private static StdioFixture server = StdioFixture.of("polite");

    @BeforeAll
    static void start() {
        server = StdioFixture.of("polite");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void answers_to_many_calls_at_once_each_find_their_own_call() throws Exception {
        List<Callable<Object>> calls = IntStream.range(0, 800)
                .<Callable<Object>>mapToObj(i ->
                        () -> server.data("echo", Map.of("message", "m" + i)).get("value"))
                .toList();

        List<Object> answers = AtOnce.run(calls);

        assertThat(answers)
                .isEqualTo(IntStream.range(0, 800).mapToObj(i -> "m" + i).toList());
    }

    @Test
    void answers_in_another_order_find_their_calls() throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Object>> held = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                held.add(threads.submit(() -> server.value("hold")));
            }
            while (!server.value("release").equals(5)) {
                Thread.yield();
            }

            List<Object> ids = new ArrayList<>();
            for (Future<Object> one : held) {
                ids.add(one.get(30, TimeUnit.SECONDS));
            }
            assertThat(ids).doesNotHaveDuplicates().hasSize(5);
        }
    }

    @Test
    void invalid_lines_are_skipped() {
        assertThat(server.data("garbage", Map.of())).isEqualTo(Map.of("text", "clean"));
    }

    @Test
    void second_answer_to_one_call_comes_to_nothing() {
        assertThat(server.value("twice")).isEqualTo("first");
        assertThat(server.data("echo", Map.of("message", "next"))).isEqualTo(Map.of("value", "next"));
    }

    @Test
    void answer_that_is_too_long_fails_its_call_and_no_other() {
        assertThat(server.failure("long")).isEqualTo(FailureKind.TOO_LARGE);
        assertThat(server.data("echo", Map.of("message", "next"))).isEqualTo(Map.of("value", "next"));
    }

    @Test
    void server_is_told_when_the_caller_has_left() throws Exception {
        FutureTask<FailureKind> silent = new FutureTask<>(() -> server.failure("silent"));
        Thread caller = Thread.startVirtualThread(silent);
        server.data("awaitsilent", Map.of());

        caller.interrupt();

        assertThat(silent.get(30, TimeUnit.SECONDS)).isEqualTo(FailureKind.CANCELLED);
        assertThat(server.value("awaitcancelled")).isEqualTo(1);
    }

    @Test
    void tool_that_says_that_it_failed_has_failed_in_its_own_words() {
        assertThat(server.call("fails")).isEqualTo(new ToolOutcome.Failure(FailureKind.FAILED, "no such city"));
    }

    @Test
    void errors_of_the_protocol_are_failures_in_the_words_of_the_server() {
        assertThat(server.call("refuses"))
                .isEqualTo(new ToolOutcome.Failure(
                        FailureKind.INVALID_ARGUMENTS,
                        "the MCP server responded with the error -32602: city: is missing"));
        assertThat(server.failure("breaks")).isEqualTo(FailureKind.FAILED);
    }

    @Test
    void image_is_told_of_and_not_shown() {
        assertThat(server.data("image", Map.of()))
                .isEqualTo(Map.of("content", List.of(Map.of("type", "image", "mimeType", "image/png", "size", 3L))));
    }

    @Test
    void process_sees_what_it_was_given_and_nothing_of_our_secrets() {
        Map<?, ?> environment = server.data("environment", Map.of());

        assertThat(environment.get("TEST_KEY")).isEqualTo("s3cret-value");
        assertThat(environment.keySet())
                .allMatch(name -> ServerProcess.INHERITED.contains(name)
                        || Set.of("TEST_KEY", ServerProcess.MARK).contains(name));
    }
}
