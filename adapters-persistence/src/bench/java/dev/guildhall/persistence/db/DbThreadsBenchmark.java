package dev.guildhall.persistence.db;

import dev.guildhall.persistence.config.PoolOptions;
import dev.guildhall.persistence.embedded.PostgresOptions;
import dev.guildhall.persistence.embedded.PostgresProcess;
import dev.guildhall.persistence.folder.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
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
 * Measures the cost of running a statement on a separate thread instead of the caller's: the same select of one row
 * both ways, through the same pool. The two alternate, so that other load of the machine affects both. The result is
 * the median of their ratios, which is printed at the end, not the time of a pair.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 20)
@Measurement(iterations = 60)
public class DbThreadsBenchmark {
    private static final int SELECTS = 3_200;

    /** Virtual threads that select at once. */
    @Param({"1", "64"})
    int callers;

    private final Path folder = temporary();
    private final PostgresProcess process = PostgresProcess.start(
            folder,
            new PostgresOptions(
                    false,
                    Optional.empty(),
                    Optional.of(Path.of("target", "postgres-binaries").toAbsolutePath())));
    private final Pool pool = new Pool(process.url().dataSource(), PoolOptions.DEFAULT);
    private final Db db = new Db(pool);
    private final Jdbi jdbi = Jdbi.create(pool.source());
    private final List<Double> ratios = new ArrayList<>();

    private static Path temporary() {
        try {
            return Files.createTempDirectory("guildhall-bench-");
        } catch (IOException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    @Setup
    public void makeRow() {
        db.with(handle -> handle.execute("CREATE TABLE row (id text PRIMARY KEY, content text NOT NULL)"));
        db.with(handle -> handle.execute("INSERT INTO row VALUES ('row_1', repeat('x', 200))"));
    }

    /** Discards the ratios of the warm-up, in which the virtual machine has not compiled the code yet. */
    @TearDown(Level.Iteration)
    public void forgetWarmup(IterationParams iteration) {
        if (iteration.getType() == IterationType.WARMUP) {
            ratios.clear();
        }
    }

    @TearDown
    public void report() throws IOException {
        List<Double> sorted = ratios.stream().sorted().toList();
        System.out.printf(
                Locale.ROOT,
                "%n%d callers: %.2f of the time on the callers' own threads (quartiles %.2f and %.2f)%n",
                callers,
                sorted.get(sorted.size() / 2),
                sorted.get(sorted.size() / 4),
                sorted.get(sorted.size() * 3 / 4));
        pool.close();
        process.close();
        Folders.delete(folder);
    }

    @Benchmark
    public double pair() throws InterruptedException {
        boolean databaseFirst = ratios.size() % 2 == 0;
        double first = databaseFirst ? onThreadsOfTheDatabase() : onTheCallersOwn();
        double second = databaseFirst ? onTheCallersOwn() : onThreadsOfTheDatabase();
        double ratio = databaseFirst ? first / second : second / first;
        ratios.add(ratio);
        return ratio;
    }

    private double onThreadsOfTheDatabase() throws InterruptedException {
        return nanos(() -> db.with(DbThreadsBenchmark::content));
    }

    private double onTheCallersOwn() throws InterruptedException {
        return nanos(() -> jdbi.withHandle(DbThreadsBenchmark::content));
    }

    private static String content(Handle handle) {
        return handle.createQuery("SELECT content FROM row WHERE id = :id")
                .bind("id", "row_1")
                .mapTo(String.class)
                .one();
    }

    private double nanos(Runnable one) throws InterruptedException {
        long start = System.nanoTime();
        List<Thread> threads = new ArrayList<>();
        for (int caller = 0; caller < callers; caller++) {
            threads.add(Thread.ofVirtual().start(() -> {
                for (int select = 0; select < SELECTS / callers; select++) {
                    one.run();
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        return System.nanoTime() - start;
    }
}
