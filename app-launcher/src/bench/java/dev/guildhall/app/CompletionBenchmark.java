package dev.guildhall.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.IterationParams;

/**
 * The cost of the completion service in comparison with direct calls of a provider that responds at once: over 64
 * connections on loopback, with tokens checked, limits counted and the usage of every request stored in the embedded
 * PostgreSQL with fsync. Provider, clients and server share the processors. Each benchmark prints at its end the median
 * of the ratios of the two sides, which are measured alternately; that is the result.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 15)
@Measurement(iterations = 12)
public class CompletionBenchmark {
    private static final int CONNECTIONS = 64;
    private static final long TURN_MS = 1_000;
    private static final int ABORTS_A_TURN = 5_000;
    private static final String QUESTION =
            "{\"model\":\"fast\",\"messages\":[{\"role\":\"user\",\"content\":\"Say hello.\"}]}";
    private static final String STREAM = QUESTION.replace("\"model\"", "\"stream\":true,\"model\"");

    private final FastUpstream upstream = new FastUpstream();
    private final Ratios ratios = new Ratios();
    private final BenchServer server =
            BenchServer.withModels(upstream.port(), Map.of("GUILDHALL_LLM_PRICES", prices().toString()));
    private final String token = BenchServer.field(server.register(0), "accessToken");
    private final String unlimited = key("{}");
    private final String budgeted = key("{\"budget\":{\"amount\":1000000,\"currency\":\"USD\",\"period\":\"month\"}}");
    private final Load direct = new Load(upstream.port(), CONNECTIONS);
    private final Load load = new Load(server.port(), CONNECTIONS);
    private long firstHeap;

    /** Discards the warm-up, in which the virtual machine has not compiled all code yet. */
    @TearDown(Level.Iteration)
    public void forgetWarmup(IterationParams iteration) {
        firstHeap = ratios.forgetWarmup(iteration) ? 0 : firstHeap;
    }

    @TearDown
    public void report() {
        ratios.print();
        load.close();
        direct.close();
        server.close();
        upstream.close();
    }

    /** Answers without streaming, as a share of the rate of direct calls. */
    @Benchmark
    public double wholeAnswers() throws InterruptedException {
        double without = direct.perSecond(TURN_MS, steps(Connection.post("/v1/chat/completions", QUESTION)));
        double with = load.perSecond(TURN_MS, steps(Connection.post("/completion/api/chat", QUESTION, token)));
        return ratios.add("whole answers, of the rate of direct calls", with / without);
    }

    /** Answers to a key with a budget, as a share of the rate of a key without one. Goal: 0.97 or more. */
    @Benchmark
    public double budgets() throws InterruptedException {
        double without = load.perSecond(TURN_MS, steps(Connection.post("/completion/api/chat", QUESTION, unlimited)));
        double with = load.perSecond(TURN_MS, steps(Connection.post("/completion/api/chat", QUESTION, budgeted)));
        return ratios.add("whole answers with a budget, of the rate without", with / without);
    }

    /** Answers of fifty chunks, as a share of the rate of direct calls. */
    @Benchmark
    public double streams() throws InterruptedException {
        double without = direct.perSecond(TURN_MS, steps(Connection.post("/v1/chat/completions", STREAM)));
        double with = load.perSecond(TURN_MS, steps(Connection.post("/completion/api/chat", STREAM, token)));
        return ratios.add("streams of 50 pieces, of the rate of direct calls", with / without);
    }

    /**
     * The heap in use after streams whose clients have disconnected after their first bytes, as a ratio to that after
     * the first round: twenty rounds of 5,000, 100,000 in all. Goal: about 1, in the last round as in the second.
     */
    @Benchmark
    @Warmup(iterations = 5)
    @Measurement(iterations = 20)
    public double abortedStreams() throws InterruptedException {
        byte[] request = Connection.post("/completion/api/chat", STREAM, token);
        List<Thread> leaving = Collections.nCopies(16, 0).stream()
                .map(any -> Thread.ofPlatform().start(() -> {
                    for (int i = 0; i < ABORTS_A_TURN / 16; i++) {
                        try (Connection connection = new Connection(server.port())) {
                            connection.begin(request);
                        }
                    }
                }))
                .toList();
        for (Thread thread : leaving) {
            thread.join();
        }
        long used = server.heapInUse();
        firstHeap = firstHeap == 0 ? used : firstHeap;
        return ratios.add("heap in use behind aborted streams, of that behind the first", (double) used / firstHeap);
    }

    private String key(String limits) {
        String body = "{\"name\":\"bench\",\"limits\":" + limits + "}";
        try (Connection connection = new Connection(server.port())) {
            return BenchServer.field(
                    connection
                            .send(Connection.post("/api/v1/keys", body, token))
                            .body(),
                    "key");
        }
    }

    private static Path prices() {
        try {
            Path file = Files.createTempFile("guildhall-bench-", ".json");
            return Files.writeString(file, "{\"fast\": {\"input\": 2.5, \"output\": 10}}");
        } catch (IOException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static List<Load.Step> steps(byte[] request) {
        Load.Step step = connection -> connection.send(request).status() == 200;
        return Collections.nCopies(CONNECTIONS, step);
    }
}
