package dev.guildhall.app;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.IterationParams;

/**
 * The cost of one round with a tool, without the time of the model: the same two model calls are made directly and by
 * the agent, alternately, over one connection on loopback. The benchmark prints medians at its end: of the time from
 * the model's call to the request with the tool's result, which is the round itself, and of the differences for whole
 * answers, which include authentication, storage, traces and memories.
 *
 * <p>{@code mvn -q test-compile -Pbench -pl app-launcher -am -Dbench.include=AgentBenchmark}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 15)
@Measurement(iterations = 12)
public class AgentBenchmark {
    private static final int DELAY_MS = 5;
    private static final int PAIRS = 40;
    private static final String ASKED = "{\"stream\":true,\"model\":\"fast\",\"messages\":[{\"role\":\"user\"}";

    /** Whether the agent searches memories and stores new ones. */
    @Param({"off", "on"})
    public String memory = "";

    private final PacedUpstream upstream = new PacedUpstream(DELAY_MS, 1);
    private final BenchServer server = BenchServer.withModels(upstream.port(), Map.of());
    private final AgentClient client = AgentClient.register(server, 0);
    private final Connection direct = new Connection(upstream.port());
    private final Connection connection = new Connection(server.port());
    private final Ratios added = new Ratios();
    private final Ratios firstAdded = new Ratios();
    private final Ratios rounds = new Ratios();
    private int asked;

    /** Discards the warm-up, in which the virtual machine has not compiled all code yet. */
    @TearDown(Level.Iteration)
    public void forgetWarmup(IterationParams iteration) {
        added.forgetWarmup(iteration);
        firstAdded.forgetWarmup(iteration);
        rounds.forgetWarmup(iteration);
    }

    @TearDown
    public void report() {
        firstAdded.print();
        rounds.print();
        added.print();
        connection.close();
        direct.close();
        server.close();
        upstream.close();
    }

    /** Answers with one tool round each. Goal for the round: less than 3 ms. */
    @Benchmark
    public double toolRound() {
        for (int i = 0; i < PAIRS; i++) {
            double first = direct(Connection.post("/v1/chat/completions", ASKED + "]}"));
            double second = direct(Connection.post("/v1/chat/completions", ASKED + ",{\"role\":\"tool\"}]}"));
            ReceivedReply heard = client.ask(connection, "How much is a dozen times " + asked++ + "?", memory);
            if (!heard.isWhole(1)) {
                throw new IllegalStateException(heard.told());
            }
            upstream.takeRounds()
                    .forEach(nanos -> rounds.add("memory " + memory + ": ms from the call to its result", nanos / 1e6));
            firstAdded.add("memory " + memory + ": ms added until the call begins", heard.firstAfter() - first);
            added.add(
                    "memory " + memory + ": ms added to an answer with one round of tools",
                    heard.lastAfter() - first - second);
        }
        return asked;
    }

    private double direct(byte[] request) {
        long start = System.nanoTime();
        direct.stream(request, line -> {});
        return (System.nanoTime() - start) / 1e6;
    }
}
