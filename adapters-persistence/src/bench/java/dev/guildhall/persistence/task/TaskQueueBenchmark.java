package dev.guildhall.persistence.task;

import dev.guildhall.persistence.BenchPostgres;
import dev.guildhall.persistence.config.PoolOptions;
import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Pool;
import dev.guildhall.persistence.db.Schema;
import dev.guildhall.persistence.embedded.PostgresProcess;
import dev.guildhall.persistence.embedded.PostgresProcessIT;
import dev.guildhall.persistence.folder.Folders;
import dev.guildhall.ports.Actor;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.task.AttemptEnd;
import dev.guildhall.ports.task.Lease;
import dev.guildhall.ports.task.NewTask;
import dev.guildhall.ports.task.NodeId;
import dev.guildhall.ports.task.SettleAndClaim;
import dev.guildhall.ports.task.SettleAndClaimResult;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskSpec;
import dev.guildhall.ports.task.TaskState;
import dev.guildhall.ports.task.TaskType;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Compares the queue, with tasks that do nothing, to a plain table on the same server, whose rows are inserted, claimed
 * and completed fifty at a time. The two alternate, so that other load of the machine affects both. The result is the
 * ratios, which are printed at the end. Commits are durable.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@Fork(1)
@Warmup(iterations = 1)
@Measurement(iterations = 3)
public class TaskQueueBenchmark {
    private static final int BATCH = 50;
    private static final int CALLERS = 16;
    private static final String CLAIM = """
        UPDATE raw SET state = 1, started_at = now(), lease_by = 1, lease_until = now() + interval '30 s'
        WHERE id = ANY(ARRAY(
            SELECT id FROM raw WHERE state = 0 ORDER BY priority DESC, id LIMIT 50 FOR UPDATE SKIP LOCKED))
        RETURNING id
        """;

    /** How many tasks go through the queue in each round. */
    @Param("200000")
    int tasks;

    /** How many ended tasks the database has before the first round. */
    @Param({"0", "1000000"})
    int finished;

    private final Path folder = BenchPostgres.folder();
    private final PostgresProcess process = BenchPostgres.start(folder);
    private final Pool pool;
    private final Pool queue;
    private final Db db;
    private final QueueNotifications notices;
    private final PgTaskStore store;
    private final AtomicInteger ids = new AtomicInteger();
    private final Map<String, List<Double>> rates = new TreeMap<>();

    public TaskQueueBenchmark() {
        PostgresProcessIT.asSuperuser(folder, process.url(), "GRANT pg_checkpoint TO guildhall_app");
        Schema.migrate(process.url(), 1);
        pool = new Pool(process.url().dataSource(), PoolOptions.DEFAULT);
        queue = Pool.ofQueue(process.url().dataSource(), PoolOptions.DEFAULT);
        db = new Db(pool);
        notices = new QueueNotifications(process.url().dataSource());
        notices.start();
        store = new PgTaskStore(db, new Db(queue), notices);
    }

    @Setup
    public void makeTables() {
        db.with(handle -> handle.execute("""
            CREATE TABLE raw (
                id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, state smallint NOT NULL DEFAULT 0,
                priority smallint NOT NULL DEFAULT 5, owner text NOT NULL DEFAULT 'u1',
                type text NOT NULL DEFAULT 'noop', payload jsonb NOT NULL DEFAULT '{"n":1}', lease_by int,
                lease_until timestamptz, created_at timestamptz NOT NULL DEFAULT now(), started_at timestamptz,
                done_at timestamptz)
            WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0)
            """));
        db.with(handle -> handle.execute("CREATE INDEX raw_ready ON raw (priority DESC, id) WHERE state = 0"));
        for (int done = 0; done < finished; done += 50_000) {
            int from = done;
            db.with(handle -> handle.createUpdate("""
                INSERT INTO ended_tasks (id, owner, profile_id, type, priority, input, created_at, expires_at, state,
                    attempts, fence, unsettled, started_at, completed_at, result)
                SELECT 'task_0000' || lpad(CAST(:from + n AS text), 20, '0'), 'usr_ext_' || n % 1000, 'prf_1', 'noop',
                    50, '{"n":1}', now(), now() + interval '1 h', 5, 1, 1, false, now(), now(),
                    '{"done":true}'
                FROM generate_series(1, 50000) n
                """).bind("from", from).execute());
        }
    }

    @Setup(Level.Iteration)
    public void rest() {
        db.with(handle -> handle.execute("TRUNCATE raw"));
        db.with(handle -> handle.execute("VACUUM ANALYZE"));
        db.with(handle -> handle.execute("CHECKPOINT"));
    }

    @Benchmark
    public int round() throws Exception {
        for (int threads : new int[] {1, 2}) {
            note("insert 50 x" + threads, tasks, "raw", nanos(threads, this::insertRaw));
            note("drain 50 x" + threads, tasks, "raw", nanos(threads, this::drainRaw));
            note("insert 50 x" + threads, tasks, "ours", nanos(threads, this::enqueueBatches));
            note("drain 50 x" + threads, tasks, "ours", nanos(threads, number -> drain(50)));
            nanos(threads, this::enqueueBatches);
            note("drain 200 x" + threads, tasks, "ours", nanos(threads, number -> drain(200)));
        }
        int few = tasks / 10;
        note("insert 1 x" + CALLERS, few, "raw", nanos(CALLERS, number -> insertRaw(few / CALLERS, 1)));
        nanos(1, this::drainRaw);
        note("insert 1 x" + CALLERS, few, "ours", nanos(CALLERS, number -> enqueue(few / CALLERS, 1)));
        nanos(1, number -> drain(50));
        return ids.get();
    }

    private void note(String what, int howMany, String whose, double nanos) {
        double rate = howMany / nanos * 1e9;
        System.out.printf(Locale.ROOT, "%n%-16s %-5s %,10.0f/s", what, whose, rate);
        rates.computeIfAbsent(what + " " + whose, _ -> new ArrayList<>()).add(rate);
    }

    private interface Work {
        void of(int threads) throws Exception;
    }

    private static double nanos(int threads, Work work) throws Exception {
        List<Callable<Boolean>> calls = IntStream.range(0, threads)
                .<Callable<Boolean>>mapToObj(_ -> () -> {
                    work.of(threads);
                    return true;
                })
                .toList();
        try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
            long start = System.nanoTime();
            for (Future<Boolean> one : pool.invokeAll(calls)) {
                one.get();
            }
            return System.nanoTime() - start;
        }
    }

    private void insertRaw(int threads) throws SQLException {
        insertRaw(tasks / threads, BATCH);
    }

    private void insertRaw(int howMany, int batch) throws SQLException {
        try (Connection connection = pool.source().getConnection();
                PreparedStatement insert = connection.prepareStatement(
                        "INSERT INTO raw (owner) SELECT 'u1' FROM generate_series(1, " + batch + ")")) {
            for (int done = 0; done < howMany; done += batch) {
                insert.execute();
            }
        }
    }

    private void drainRaw(int threads) throws SQLException {
        try (Connection connection = pool.source().getConnection();
                PreparedStatement claim = connection.prepareStatement(CLAIM);
                PreparedStatement complete = connection.prepareStatement(
                        "UPDATE raw SET state = 2, done_at = now() WHERE id = ANY(?) AND state = 1 AND lease_by = 1")) {
            for (int done = 0; done < tasks; done += BATCH) {
                List<Long> claimed = new ArrayList<>();
                try (ResultSet rows = claim.executeQuery()) {
                    while (rows.next()) {
                        claimed.add(rows.getLong(1));
                    }
                }
                if (claimed.isEmpty()) {
                    return;
                }
                complete.setArray(1, connection.createArrayOf("bigint", claimed.toArray()));
                complete.execute();
            }
        }
    }

    private void enqueueBatches(int threads) {
        enqueue(tasks / threads, BATCH);
    }

    private void enqueue(int howMany, int batch) {
        for (int done = 0; done < howMany; done += batch) {
            List<NewTask> some = IntStream.range(0, batch)
                    .mapToObj(_ -> new NewTask(
                            new TaskId("task_01jd5h3k9q%016d".formatted(ids.incrementAndGet())),
                            new UserId("usr_ext_01jd5h3k9qxyzabcdefghij"),
                            new Actor(
                                    new ProfileId("prf_01jd5h3k9qxyzabcdefghijklm"),
                                    Optional.empty(),
                                    Optional.empty()),
                            TaskSpec.of(new TaskType("noop"), Map.of("n", 1)),
                            Optional.empty()))
                    .toList();
            if (store.enqueue(some, 10L * tasks).kept().isEmpty()) {
                throw new IllegalStateException("there is no room");
            }
        }
    }

    private void drain(int most) {
        NodeId node = new NodeId("node_" + ids.incrementAndGet());
        store.renew(node, Duration.ofMinutes(10));
        List<AttemptEnd> ended = List.of();
        TaskState.Completed done = new TaskState.Completed(Map.of("done", true));
        do {
            SettleAndClaimResult turned = store.settleAndClaim(new SettleAndClaim(node, ended, most));
            if (turned.accepted().contains(false)) {
                throw new IllegalStateException("an end was not accepted");
            }
            ended = turned.claimed().stream()
                    .map(task -> new AttemptEnd(task.id(), lease(task), new AttemptEnd.Final(done)))
                    .toList();
        } while (!ended.isEmpty());
    }

    private static Lease lease(Task claimed) {
        return ((TaskState.Running) claimed.state()).lease();
    }

    @TearDown
    public void report() throws IOException {
        System.out.printf(Locale.ROOT, "%n%n%d finished before; medians:%n", finished);
        rates.forEach((what, all) -> {
            double raw = median(
                    rates.getOrDefault(what.replaceAll("200 x", "50 x").replace("ours", "raw"), List.of(Double.NaN)));
            System.out.printf(Locale.ROOT, "%-24s %,10.0f/s, %.2f of raw%n", what, median(all), median(all) / raw);
        });
        notices.close();
        queue.close();
        pool.close();
        process.close();
        Folders.delete(folder);
    }

    private static double median(List<Double> rates) {
        return rates.stream().sorted().toList().get(rates.size() / 2);
    }
}
