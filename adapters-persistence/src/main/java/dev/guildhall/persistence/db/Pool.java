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

/** A pool of connections to the database. It detects broken connections and replaces them. */
public final class Pool implements AutoCloseable {
    private static final Duration VALIDATION = Duration.ofSeconds(1);
    private static final Duration KEEPALIVE = Duration.ofMinutes(1);
    private static final int QUEUE_SIZE = 4;
    private static final Duration LIFE = Duration.ofMinutes(25);
    private static final Duration BETWEEN_RENEWALS = Duration.ofSeconds(1);
    /**
     * Bounds the time for which a statement or an idle transaction holds a lock, or waits for one, regardless of the
     * server's settings. The transaction of a node that was stopped ends before the node's lease does (15 s).
     */
    private static final String BOUNDS = "SET statement_timeout = '30s'; SET lock_timeout = '12s';"
            + " SET idle_in_transaction_session_timeout = '10s'";

    /**
     * The server plans each statement of the queue once, as for a large table. Otherwise it could plan a statement
     * while the table is empty, and keep that plan when the table is large.
     */
    private static final String PLANS = "; SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off"
            + "; SET enable_bitmapscan = off; SET enable_sort = off; SET enable_hashjoin = off"
            + "; SET enable_mergejoin = off; SET jit = off";

    private final HikariDataSource source;
    private final DbThreads threads;
    private final AtomicLong nextRenewal = new AtomicLong(System.nanoTime());

    public Pool(DataSource connections, PoolOptions options) {
        this("guildhall", connections, options, BOUNDS);
    }

    /** A pool for the statements of the queue: it has few connections, and the plans of its statements are fixed. */
    public static Pool ofQueue(DataSource connections, PoolOptions options) {
        return ofQueue(connections, options, BOUNDS + PLANS);
    }

    /**
     * The same behind a connection pooler in transaction mode: statements of other pools run in the same sessions, so these
     * get no settings of their own. The server plans each statement when it executes it.
     */
    public static Pool ofQueueBehindPooler(DataSource connections, PoolOptions options) {
        return ofQueue(connections, options, BOUNDS);
    }

    private static Pool ofQueue(DataSource connections, PoolOptions options, String init) {
        PoolOptions few =
                new PoolOptions(Math.min(QUEUE_SIZE, options.size()), options.patience(), options.startAttempts());
        return new Pool("guildhall-queue", connections, few, init);
    }

    private Pool(String name, DataSource connections, PoolOptions options, String init) {
        HikariConfig config = new HikariConfig();
        config.setPoolName(name);
        config.setDataSource(connections);
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

    DbThreads threads() {
        return threads;
    }

    public DataSource source() {
        return source;
    }

    /**
     * Closes the idle connections, and each connection in use when it returns to the pool: after a failover they may
     * lead to a server that accepts no writes any more, while a new connection finds the primary. Takes effect at most
     * once a second.
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
