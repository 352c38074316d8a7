package dev.guildhall.app;

import dev.guildhall.core.Core;
import dev.guildhall.persistence.Database;
import dev.guildhall.persistence.config.DatabaseUrl;
import dev.guildhall.persistence.secret.SecretBox;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.Role;
import dev.guildhall.ports.SessionId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskExecutor;
import dev.guildhall.ports.task.TaskSpec;
import dev.guildhall.ports.task.TaskType;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.SynchronousQueue;
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
 * The cost of tasks for clients: over HTTP, of a server in a process of its own, in comparison with the rate of a bare
 * JSON route; and the time until a task starts on an idle node, in comparison with a bare insert into the same
 * PostgreSQL. All writes are durable. The two sides are measured alternately and share the processors with their
 * clients; the ratios are the result.
 *
 * <p>{@code mvn -q test-compile -Pbench -pl app-launcher -am -Dbench.include=TaskBenchmark}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 12)
@Measurement(iterations = 10)
public class TaskBenchmark {
    private static final int CONNECTIONS = 16;
    private static final long TURN_MS = 2_000;
    private static final int STARTS = 200;
    private static final int SHORTEST_PAUSE_MS = 5;
    private static final int PAUSES_MS = 20;
    private static final TaskType NOOP = new TaskType("noop");
    private static final byte[] BARE = Connection.get("/health/live", "");
    private static final String TASK = "{\"type\":\"echo\",\"input\":{\"k\":1}}";

    private final Ratios ratios = new Ratios();
    private final Percentiles behind = new Percentiles();
    private final Percentiles starts = new Percentiles();
    private final Percentiles inserts = new Percentiles();

    @TearDown(Level.Iteration)
    public void forgetWarmup(IterationParams iteration) {
        if (ratios.forgetWarmup(iteration)) {
            behind.clear();
            starts.clear();
            inserts.clear();
        }
    }

    /** A server with a user who is signed in. */
    @State(Scope.Benchmark)
    public static class Served {
        private final BenchServer server = BenchServer.start(Map.of());
        private final Load load = new Load(server.port(), CONNECTIONS);
        private final String token = BenchServer.field(server.register(1), "accessToken");

        @TearDown
        public void close() {
            load.close();
            server.close();
        }

        double perSecond(byte[] request, int status) throws InterruptedException {
            Load.Step step = connection -> connection.send(request).status() == status;
            return load.perSecond(TURN_MS, Collections.nCopies(CONNECTIONS, step));
        }

        /** The time until none of the tasks waits or runs any more, in milliseconds. */
        double untilNoneIsLeft() {
            long from = System.nanoTime();
            try (Connection connection = new Connection(server.port())) {
                while (isAny(connection, "queued") || isAny(connection, "running")) {
                    Thread.onSpinWait();
                }
            }
            return (System.nanoTime() - from) / 1e6;
        }

        private boolean isAny(Connection connection, String status) {
            byte[] list = Connection.get("/api/v1/tasks?limit=1&status=" + status, token);
            return connection.send(list).body().contains("\"taskId\"");
        }
    }

    /** {@code POST /api/v1/tasks}, as a share of the bare route's rate. Goal: 0.14 or more, without a growing queue. */
    @Benchmark
    public double posts(Served served) throws InterruptedException {
        double bare = served.perSecond(BARE, 200);
        double posts = served.perSecond(Connection.post("/api/v1/tasks", TASK, served.token), 201);
        behind.add(served.untilNoneIsLeft());
        System.out.printf("%,.0f posts/s, bare %,.0f/s%n", posts, bare);
        return ratios.add("posted tasks, of the bare route's rate", posts / bare);
    }

    /** Reports the time when a task has begun. */
    private record Telling(SynchronousQueue<Long> begun) implements TaskExecutor {
        @Override
        public boolean takes(TaskType type) {
            return type.equals(NOOP);
        }

        @Override
        public Map<String, Object> execute(Caller.User owner, Task task) throws InterruptedException {
            begun.put(System.nanoTime());
            return Map.of();
        }
    }

    /** A node in this process that reports when a task has begun. */
    @State(Scope.Benchmark)
    public static class Idle {
        private final SynchronousQueue<Long> begun = new SynchronousQueue<>();
        private final DatabaseUrl url = TestPostgres.newDatabase();
        private final Database database = Database.open(url, new SecretBox(new byte[SecretBox.KEY_BYTES]));
        private final Core core =
                Core.start(parts -> parts.stores(database.stores()).executor(new Telling(begun)));
        private final Random random = new Random(1);
        private final Caller.User user = new Caller.User(
                new UserId(UserId.EXTERNAL + "bench"),
                new ProfileId("prf_bench"),
                new SessionId("ses_bench"),
                Set.of(Role.USER));

        void rest() throws InterruptedException {
            Thread.sleep(SHORTEST_PAUSE_MS + random.nextInt(PAUSES_MS));
        }

        java.sql.Connection connect() throws SQLException {
            return DriverManager.getConnection("jdbc:postgresql://" + url.address(), url.user(), url.password());
        }

        double start() throws InterruptedException {
            long from = System.nanoTime();
            core.tasks().submit(user, TaskSpec.of(NOOP, Map.of()), Optional.empty());
            return (begun.take() - from) / 1e6;
        }

        @TearDown
        public void close() {
            core.close();
            database.close();
        }
    }

    /**
     * The time from the submission of a task to its start on an idle node, in multiples of a bare insert. Goal: 3 or
     * less.
     */
    @Benchmark
    public double starts(Idle idle) throws Exception {
        List<Double> begun = new ArrayList<>();
        List<Double> inserted = new ArrayList<>();
        try (java.sql.Connection connection = idle.connect();
                Statement make = connection.createStatement()) {
            make.execute("CREATE TABLE IF NOT EXISTS bare (number integer)");
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO bare VALUES (1)")) {
                for (int i = 0; i < STARTS; i++) {
                    begun.add(idle.start());
                    idle.rest();
                    long from = System.nanoTime();
                    insert.execute();
                    inserted.add((System.nanoTime() - from) / 1e6);
                    idle.rest();
                }
            }
        }
        starts.addAll(begun);
        inserts.addAll(inserted);
        Collections.sort(begun);
        Collections.sort(inserted);
        return ratios.add("starts, in bare inserts", begun.get(STARTS / 2) / inserted.get(STARTS / 2));
    }

    @TearDown
    public void report() {
        ratios.print();
        if (!behind.isEmpty()) {
            System.out.println("milliseconds until none is left: " + behind.summary());
        }
        if (!starts.isEmpty()) {
            System.out.println("milliseconds to a start: " + starts.summary());
            System.out.println("milliseconds of a bare insert: " + inserts.summary());
        }
    }
}
