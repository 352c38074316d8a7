package dev.guildhall.app;

import dev.guildhall.core.Core;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.task.Task;
import dev.guildhall.testkit.ScriptedChatModel;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * An embedded core in memory: a core that is built, started, asked once and closed (goal: 3 ms or less after the first one),
 * and a task from its submission to its end.
 *
 * <p>{@code mvn -q test-compile -Pbench -pl app-launcher -am -Dbench.include=CoreBenchmark}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 3)
@Measurement(iterations = 3, time = 3)
public class CoreBenchmark {
    private final Core running = core();
    private final Caller.User user = running.user("bench", "ada");

    private static Core core() {
        return Core.of(
                parts -> parts.chatModel(ScriptedChatModel.echo()).task("work", (owner, task) -> Map.of("done", true)));
    }

    @Setup
    public void start() {
        running.start();
    }

    @TearDown
    public void close() {
        running.close();
    }

    @Benchmark
    public String builtUsedAndClosed() {
        try (Core core = core()) {
            core.start();
            return core.agents()
                    .ask(core.user("bench", "ada"), "hello", words -> {})
                    .message()
                    .content();
        }
    }

    @Benchmark
    public Task submittedToCompleted() {
        return running.tasks()
                .await(user, running.tasks().submit(user, "work", Map.of()).id());
    }
}
