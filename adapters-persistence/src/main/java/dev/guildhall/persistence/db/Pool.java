package dev.guildhall.persistence.db;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import dev.guildhall.ports.Gauge;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToIntFunction;
import javax.sql.DataSource;

/** The connections to the database. A dead one is found out and replaced. Thread-safe. */
public final class Pool implements AutoCloseable {
    private static final Duration VALIDATION = Duration.ofSeconds(1);
    private static final Duration KEEPALIVE = Duration.ofMinutes(1);
    private static final int QUEUE_SIZE = 4;
    private static final Duration LIFE = Duration.ofMinutes(25);
    private static final Duration BETWEEN_RENEWALS = Duration.ofSeconds(1);
    /** Bounds the time for which a statement or an idle transaction holds a lock, regardless of the server's settings. */
    private static final String BOUNDS =
            "SET statement_timeout = '30s'; SET idle_in_transaction_session_timeout = '60s'";

    /**
     * Statements of the queue are planned once, and for a table that is large: what is planned while it is empty would
     * else be kept when it is not.
     */
    private static final String PLANS = "; SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off"
            + "; SET enable_bitmapscan = off; SET enable_sort = off; SET enable_hashjoin = off"
            + "; SET enable_mergejoin = off; SET jit = off";

    private final HikariDataSource source;
    private final DbThreads threads;
    private final AtomicLong nextRenewal = new AtomicLong(System.nanoTime());

    public Pool(DatabaseUrl url, PoolOptions options) {
        this("guildhall", url, options, BOUNDS);
    }

    /** For the statements of the queue, which have few connections and fixed plans. */
    public static Pool ofQueue(DatabaseUrl url, PoolOptions options) {
        PoolOptions few =
                new PoolOptions(Math.min(QUEUE_SIZE, options.size()), options.patience(), options.startAttempts());
        return new Pool("guildhall-queue", url, few, BOUNDS + PLANS);
    }

    private Pool(String name, DatabaseUrl url, PoolOptions options, String init) {
        HikariConfig config = new HikariConfig();
        config.setPoolName(name);
        config.setDataSource(url.dataSource());
        config.setMaximumPoolSize(options.size());
        config.setMinimumIdle(Math.min(2, options.size()));
        config.setConnectionTimeout(options.patience().toMillis());
        config.setValidationTimeout(
                Math.min(VALIDATION.toMillis(), options.patience().toMillis()));
        config.setKeepaliveTime(KEEPALIVE.toMillis());
        config.setMaxLifetime(LIFE.toMillis());
        // The first connection is opened in the background: the caller has just reached the database.
        config.setInitializationFailTimeout(-1);
        config.setConnectionInitSql(init);
        source = new HikariDataSource(config);
        threads = new DbThreads(options);
    }

    /** Where work with the connections runs. */
    DbThreads threads() {
        return threads;
    }

    public DataSource source() {
        return source;
    }

    /**
     * Closes the connections that are idle, and each other one when it comes back: after a failover they may lead to a
     * server that takes no writes any more, while a new one finds the primary. Not more often than once a second.
     */
    public void renew() {
        long now = System.nanoTime();
        long next = nextRenewal.get();
        if (now - next >= 0 && nextRenewal.compareAndSet(next, now + BETWEEN_RENEWALS.toNanos())) {
            source.getHikariPoolMXBean().softEvictConnections();
        }
    }

    public List<Gauge> gauges() {
        return List.of(
                gauge(
                        "db_connections_active",
                        "Database connections that are in use.",
                        HikariPoolMXBean::getActiveConnections),
                gauge(
                        "db_connections_idle",
                        "Database connections that are idle.",
                        HikariPoolMXBean::getIdleConnections),
                gauge(
                        "db_connections_waiting",
                        "Threads that wait for a database connection.",
                        pool -> threads.waiting() + pool.getThreadsAwaitingConnection()),
                new Gauge(
                        "db_connections_max", "Greatest number of database connections.", source::getMaximumPoolSize));
    }

    private Gauge gauge(String name, String help, ToIntFunction<HikariPoolMXBean> figure) {
        return new Gauge(name, help, () -> figure.applyAsInt(source.getHikariPoolMXBean()));
    }

    @Override
    public void close() {
        threads.close();
        source.close();
    }
}
