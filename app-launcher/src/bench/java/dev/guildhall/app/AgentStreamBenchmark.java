package dev.guildhall.app;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.IterationType;

/**
 * Five hundred concurrent answers of the agent, each with one tool round and fifty chunks of text, one every 20 ms,
 * from a model on loopback. Model, clients, server and its PostgreSQL share the processors. The benchmark fails when an
 * answer is incomplete, out of order, or has more than one end. It prints the delay of events, compared with a model
 * whose text reaches the client without delay. The questions are sent at once, or spread over a second.
 *
 * <p>{@code mvn -q test-compile -Pbench -pl app-launcher -am -Dbench.include=AgentStream}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 6)
@Measurement(iterations = 6)
public class AgentStreamBenchmark {
    private static final int STREAMS = 500;
    private static final int USERS = 100;
    private static final int PIECES = 50;
    private static final int GAP_MS = 20;

    /** Whether the agent searches memories and stores new ones. */
    @Param({"off", "on"})
    public String memory = "";

    /** Over how many milliseconds the questions are spread. */
    @Param({"0", "1000"})
    public int spread;

    private final PacedUpstream upstream = new PacedUpstream(GAP_MS, PIECES);
    private final BenchServer server = BenchServer.withModels(upstream.port(), Map.of());
    private final List<AgentClient> users = new ArrayList<>();
    private final List<Connection> connections = new ArrayList<>();
    private final Percentiles first = new Percentiles();
    private final Percentiles last = new Percentiles();
    private final Percentiles pieces = new Percentiles();
    private final Percentiles heap = new Percentiles();
    private int asked;

    @Setup
    public void connect() {
        for (int i = 0; i < USERS; i++) {
            users.add(AgentClient.register(server, i));
        }
        for (int i = 0; i < STREAMS; i++) {
            connections.add(new Connection(server.port()));
        }
    }

    /** Discards the warm-up, in which the virtual machine has not compiled all code yet. */
    @TearDown(Level.Iteration)
    public void forgetWarmup(IterationParams iteration) {
        if (iteration.getType() == IterationType.WARMUP) {
            List.of(first, last, pieces, heap).forEach(Percentiles::clear);
        }
    }

    @TearDown
    public void report() {
        System.out.printf("%nmemory %s, %d streams within %d ms%n", memory, STREAMS, spread);
        if (first.isEmpty()) {
            System.out.printf("heap of a stream, in KiB: %s%n", heap.summary());
        } else {
            System.out.printf("first event late, in ms: %s%n", first.summary());
            System.out.printf("pieces late, in ms:      %s%n", pieces.summary());
            System.out.printf("last event late, in ms:  %s%n", last.summary());
        }
        connections.forEach(Connection::close);
        server.close();
        upstream.close();
    }

    /** All streams, from the first question to the last end. */
    @Benchmark
    public void concurrentStreams() throws InterruptedException, ExecutionException {
        for (ReceivedReply heard : hearAll(() -> {})) {
            first.add(heard.firstAfter() - GAP_MS);
            last.add(heard.lastAfter() - (PIECES + 1) * GAP_MS);
            pieces.addAll(heard.late());
        }
    }

    /** The heap in use, after a garbage collection, in the middle of the streams, minus the heap without streams. */
    @Benchmark
    @Warmup(iterations = 3)
    @Measurement(iterations = 5)
    public void heapOfStreams() throws InterruptedException, ExecutionException {
        long before = server.heapInUse();
        hearAll(() -> {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(spread + PIECES * GAP_MS / 2));
            heap.add((double) (server.heapInUse() - before) / STREAMS);
        });
    }

    private List<ReceivedReply> hearAll(Runnable meanwhile) throws InterruptedException, ExecutionException {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            CountDownLatch begin = new CountDownLatch(1);
            List<Future<ReceivedReply>> all = new ArrayList<>();
            for (int i = 0; i < STREAMS; i++) {
                int number = i;
                String question = "How much is a dozen times " + asked++ + "?";
                all.add(threads.submit(() -> {
                    begin.await();
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(spread) * number / STREAMS);
                    return users.get(number % USERS).ask(connections.get(number), question, memory);
                }));
            }
            begin.countDown();
            meanwhile.run();
            List<ReceivedReply> heard = new ArrayList<>();
            for (Future<ReceivedReply> one : all) {
                heard.add(one.get());
            }
            heard.stream().filter(one -> !one.isWhole(PIECES)).findAny().ifPresent(broken -> {
                throw new IllegalStateException(broken.told());
            });
            return heard;
        }
    }
}
