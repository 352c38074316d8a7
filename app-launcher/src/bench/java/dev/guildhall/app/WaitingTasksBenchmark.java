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
import dev.guildhall.ports.task.Concurrency;
import dev.guildhall.ports.task.StartTime;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskExecutor;
import dev.guildhall.ports.task.TaskOptions;
import dev.guildhall.ports.task.TaskSpec;
import dev.guildhall.ports.task.TaskType;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Timeout;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.IterationParams;

/**
 * What tasks that wait cost the others (tasks-38, tasks-39). Two nodes on databases of their own in one PostgreSQL carry out
 * tasks that do nothing, one after the other; beside those of the second one, others wait. The ratio of the two rates is the
 * result. And how late tasks start that are due at a time, 1,000 of them a second. Writes are durable.
 *
 * <p>{@code mvn -q test-compile -Pbench -pl app-launcher -am -Dbench.include=WaitingTasksBenchmark}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 5)
@Measurement(iterations = 15)
@Timeout(time = 1, timeUnit = TimeUnit.HOURS)
public class WaitingTasksBenchmark {
    private static final int TASKS = 4_000;
    private static final int SUBMITTERS = 8;
    private static final int ROWS = 1_000_000;
    private static final int KEYS = 50;
    private static final int OF_A_KEY = 200;
    private static final int DUE_A_SECOND = 1_000;
    private static final int DUE_SECONDS = 10;
    private static final Duration AHEAD = Duration.ofSeconds(12);
    private static final TaskType NOOP = new TaskType("noop");
    private static final TaskType SLOW = new TaskType("slow");
    private static final String LATE = "dueAt";

    private final Ratios ratios = new Ratios();

    /** A node. */
    private static final class Node implements TaskExecutor {
        private final DatabaseUrl url = TestPostgres.newDatabase();
        private final Database database = Database.open(url, new SecretBox(new byte[SecretBox.KEY_BYTES]));
        private final Percentiles late;
        private final Core core;
        private volatile CountDownLatch open = new CountDownLatch(0);

        Node(Percentiles late) {
            this.late = late;
            core = Core.start(parts -> parts.stores(database.stores()).executor(this));
        }

        @Override
        public boolean takes(TaskType type) {
            return type.equals(NOOP) || type.equals(SLOW);
        }

        @Override
        public Map<String, Object> execute(Caller.User owner, Task task) throws InterruptedException {
            if (task.spec().type().equals(SLOW)) {
                Thread.sleep(Duration.ofSeconds(1));
                return Map.of();
            }
            if (task.spec().input().get(LATE) instanceof String due) {
                late.add(Duration.between(Instant.parse(due), Instant.now()).toNanos() / 1e6);
            }
            open.countDown();
            return Map.of();
        }

        void submit(String user, TaskSpec spec) {
            core.tasks()
                    .submit(
                            new Caller.User(
                                    new UserId(UserId.EXTERNAL + user),
                                    new ProfileId("prf_bench"),
                                    new SessionId("ses_bench"),
                                    Set.of(Role.USER)),
                            spec,
                            Optional.empty());
        }

        double perSecond() throws InterruptedException {
            open = new CountDownLatch(TASKS);
            long from = System.nanoTime();
            try (ExecutorService submitters = Executors.newFixedThreadPool(SUBMITTERS)) {
                for (int i = 0; i < TASKS; i++) {
                    submitters.execute(() -> submit("bench", TaskSpec.of(NOOP, Map.of())));
                }
            }
            open.await();
            return TASKS * 1e9 / (System.nanoTime() - from);
        }

        void close() {
            core.close();
            database.close();
        }
    }

    /** A node without other work. */
    @State(Scope.Benchmark)
    public static class Idle {
        private final Node node = new Node(new Percentiles());

        @TearDown
        public void close() {
            node.close();
        }
    }

    /** A node with a million tasks of a thousand owners that are due tomorrow. */
    @State(Scope.Benchmark)
    public static class Millions {
        private final Node node = new Node(new Percentiles());

        @Setup
        public void fill() throws SQLException {
            TaskOptions tomorrow = TaskOptions.NONE.withStart(new StartTime.After(Duration.ofDays(1)));
            node.submit("first", TaskSpec.of(NOOP, Map.of()).with(tomorrow));
            try (java.sql.Connection connection = DriverManager.getConnection(
                            "jdbc:postgresql://" + node.url.address(), node.url.user(), node.url.password());
                    Statement copy = connection.createStatement()) {
                copy.execute("""
                    INSERT INTO task_queue
                    SELECT (jsonb_populate_record(t, jsonb_build_object(
                        'id', 'task_' || lpad(n::text, 26, '0'), 'owner', 'usr_ext_' || n %% 1000))).*
                    FROM task_queue t, generate_series(1, %d) n
                    """.formatted(ROWS));
                copy.execute("VACUUM ANALYZE task_queue");
            }
        }

        @TearDown
        public void close() {
            node.close();
        }
    }

    /** A node where tasks of a second each wait for keys that one of them may have at a time. */
    @State(Scope.Benchmark)
    public static class Keys {
        private final Node node = new Node(new Percentiles());

        @Setup
        public void fill() {
            for (int i = 0; i < KEYS * OF_A_KEY; i++) {
                TaskOptions one = TaskOptions.NONE.withConcurrency(new Concurrency("key" + i % KEYS, 1));
                node.submit("keys", TaskSpec.of(SLOW, Map.of()).with(one));
            }
        }

        @TearDown
        public void close() {
            node.close();
        }
    }

    /** A node whose tasks say how late they start. */
    @State(Scope.Benchmark)
    public static class Timers {
        private final Percentiles late = new Percentiles();
        private final Node node = new Node(late);

        @TearDown
        public void close() {
            node.close();
        }
    }

    /** Goal: 0.97 or more. */
    @Benchmark
    public double besideAMillionThatWait(Idle idle, Millions millions) throws InterruptedException {
        return ratios.add("rate beside a million waiting tasks", compared(idle.node, millions.node));
    }

    /** Goal: 0.95 or more. */
    @Benchmark
    public double besideFiftyKeys(Idle idle, Keys keys) throws InterruptedException {
        return ratios.add("rate beside 50 keys with 10,000 tasks", compared(idle.node, keys.node));
    }

    private static double compared(Node idle, Node other) throws InterruptedException {
        double alone = idle.perSecond();
        double beside = other.perSecond();
        System.out.printf("%,.0f/s alone, %,.0f/s%n", alone, beside);
        return beside / alone;
    }

    /** Goal: 50 ms at most for half of them, 500 ms for 99 of 100. */
    @Benchmark
    public double due(Timers timers) throws InterruptedException {
        timers.late.clear();
        int all = DUE_A_SECOND * DUE_SECONDS;
        timers.node.open = new CountDownLatch(all);
        Instant first = Instant.now().plus(AHEAD);
        try (ExecutorService submitters = Executors.newFixedThreadPool(SUBMITTERS)) {
            for (int i = 0; i < all; i++) {
                String owner = "due" + i % SUBMITTERS;
                Instant due = first.plusMillis(i);
                TaskSpec spec = TaskSpec.of(NOOP, Map.of(LATE, due.toString()));
                submitters.execute(
                        () -> timers.node.submit(owner, spec.with(TaskOptions.NONE.withStart(new StartTime.At(due)))));
            }
        }
        timers.node.open.await();
        System.out.println("milliseconds after the due time: " + timers.late.summary());
        return ratios.add("milliseconds after the due time, of the half", timers.late.at(50));
    }

    @TearDown(Level.Iteration)
    public void forgetWarmup(IterationParams iteration) {
        ratios.forgetWarmup(iteration);
    }

    @TearDown
    public void report() {
        ratios.print();
    }
}
