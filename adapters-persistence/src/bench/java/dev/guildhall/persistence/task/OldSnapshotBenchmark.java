package dev.guildhall.persistence.task;

import dev.guildhall.persistence.BenchPostgres;
import dev.guildhall.persistence.config.PoolOptions;
import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Pool;
import dev.guildhall.persistence.db.Schema;
import dev.guildhall.persistence.embedded.PostgresProcess;
import dev.guildhall.persistence.folder.Folders;
import dev.guildhall.ports.Actor;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.task.AttemptEnd;
import dev.guildhall.ports.task.Lease;
import dev.guildhall.ports.task.LeaseId;
import dev.guildhall.ports.task.NewTask;
import dev.guildhall.ports.task.NodeId;
import dev.guildhall.ports.task.SettleAndClaim;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskSpec;
import dev.guildhall.ports.task.TaskState;
import dev.guildhall.ports.task.TaskType;
import dev.guildhall.ports.task.WorkerScope;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures how long it takes to enqueue a task and claim it, before and after many tasks have passed through the queue
 * while another session holds a snapshot, so that the server can clean none of their rows. The result is the ratio.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@Fork(1)
@Warmup(iterations = 0)
@Measurement(iterations = 1)
public class OldSnapshotBenchmark {
    private static final int ROUNDS = 500;
    private static final AttemptEnd.Final DONE = new AttemptEnd.Final(new TaskState.Completed(Map.of("done", true)));

    /** How many tasks pass through the queue while the snapshot is open. */
    @Param("100000")
    int passing;

    /** Whether claims start at a low-water mark. */
    @Param({"false", "true"})
    boolean marked;

    /** Whether an external worker takes the tasks instead of a node. */
    @Param({"false", "true"})
    boolean outside;

    private final Path folder = BenchPostgres.folder();
    private final PostgresProcess process = BenchPostgres.start(folder);
    private final AtomicInteger ids = new AtomicInteger();
    private final WorkerScope scope = new WorkerScope(Optional.empty(), Set.of(new TaskType("noop")));
    private final NodeId node = new NodeId("node_1");

    @Benchmark
    public double ratio() throws SQLException {
        Schema.migrate(process.url(), 1);
        try (Pool pool = new Pool(process.url().dataSource(), PoolOptions.DEFAULT);
                Pool queue = Pool.ofQueue(process.url().dataSource(), PoolOptions.DEFAULT);
                Connection elsewhere = process.url().dataSource().getConnection()) {
            QueueEvents events = new QueueEvents(marked ? LowWaterMark::rising : LowWaterMark::atBottom);
            PgTaskStore store = new PgTaskStore(new Db(pool), new Db(queue), events);
            store.renew(node, Duration.ofMinutes(30));
            if (outside) {
                store.lease(scope, List.of(), Duration.ofMinutes(1));
            }
            pass(store, ROUNDS, 1);
            long before = median(store);
            elsewhere.setAutoCommit(false);
            elsewhere.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            elsewhere.createStatement().execute("SELECT 1");
            pass(store, passing, 100);
            long after = median(store);
            System.out.printf(
                    Locale.ROOT,
                    "%nmarked %s, outside %s, %d passed: p50 %,d us before, %,d us after, %.2f times%n",
                    marked,
                    outside,
                    passing,
                    before / 1_000,
                    after / 1_000,
                    (double) after / before);
            return (double) after / before;
        }
    }

    private long median(PgTaskStore store) {
        return LongStream.range(0, ROUNDS).map(_ -> pass(store, 1, 1)).sorted().toArray()[ROUNDS / 2];
    }

    /**
     * Enqueues tasks, claims them and ends them.
     *
     * @return how long the first two took for the last of the tasks
     */
    private long pass(PgTaskStore store, int howMany, int batch) {
        long nanos = 0;
        for (int done = 0; done < howMany; done += batch) {
            List<NewTask> some = IntStream.range(0, batch).mapToObj(_ -> task()).toList();
            long start = System.nanoTime();
            store.enqueue(some, 10_000);
            List<Task> claimed = outside
                    ? store.lease(scope, leases(batch), Duration.ofMinutes(1))
                    : store.settleAndClaim(new SettleAndClaim(node, List.of(), batch))
                            .claimed();
            nanos = System.nanoTime() - start;
            if (claimed.size() != batch) {
                throw new IllegalStateException("claimed " + claimed.size() + " of " + batch);
            }
            if (outside) {
                claimed.forEach(task -> store.settle(task.id(), leaseOf(task), DONE));
            } else {
                store.settleAndClaim(
                        new SettleAndClaim(node, claimed.stream().map(this::end).toList(), 0));
            }
        }
        return nanos;
    }

    private List<LeaseId> leases(int howMany) {
        return IntStream.range(0, howMany)
                .mapToObj(_ -> new LeaseId("lease_01jd5h3k9q%016d".formatted(ids.incrementAndGet())))
                .toList();
    }

    private static LeaseId leaseOf(Task task) {
        return new LeaseId(((TaskState.Running) task.state()).lease().holder());
    }

    private AttemptEnd end(Task task) {
        Lease lease = ((TaskState.Running) task.state()).lease();
        return new AttemptEnd(task.id(), lease, DONE);
    }

    private NewTask task() {
        return new NewTask(
                new TaskId("task_01jd5h3k9q%016d".formatted(ids.incrementAndGet())),
                new UserId("usr_ext_01jd5h3k9qxyzabcdefghij"),
                new Actor(new ProfileId("prf_01jd5h3k9qxyzabcdefghijklm"), Optional.empty(), Optional.empty()),
                TaskSpec.of(new TaskType("noop"), Map.of("n", 1)),
                Optional.empty());
    }

    @TearDown
    public void stop() throws IOException {
        process.close();
        Folders.delete(folder);
    }
}
