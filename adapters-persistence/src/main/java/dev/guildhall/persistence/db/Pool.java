package dev.guildhall.persistence.db;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import dev.guildhall.persistence.config.PoolOptions;
import dev.guildhall.ports.Gauge;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.DoubleSupplier;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/** A pool of connections to the database. Its own pool detects broken connections and replaces them. */
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
    private static final Map<String, String> BOUNDS =
            Map.of("statement_timeout", "30s", "lock_timeout", "12s", "idle_in_transaction_session_timeout", "10s");

    /**
     * The server plans each statement of the queue once, as for a large table. Otherwise it could plan a statement
     * while the table is empty, and keep that plan when the table is large.
     */
    private static final Map<String, String> PLANS = Map.of(
            "plan_cache_mode", "force_generic_plan",
            "enable_seqscan", "off",
            "enable_bitmapscan", "off",
            "enable_sort", "off",
            "enable_hashjoin", "off",
            "enable_mergejoin", "off",
            "jit", "off");

    private final DataSource source;
    private final Jdbi jdbi;
    /** Empty for the pool of an application. */
    private final Optional<HikariDataSource> own;

    private final DbThreads threads;
    private final AtomicLong nextRenewal = new AtomicLong(System.nanoTime());

    public Pool(DataSource connections, PoolOptions options) {
        this(own("guildhall", connections, options, BOUNDS), options);
    }

    /** A pool for the statements of the queue: it has few connections, and the plans of its statements are fixed. */
    public static Pool ofQueue(DataSource connections, PoolOptions options) {
        return ofQueue(connections, few(options), joined(BOUNDS, PLANS));
    }

    /**
     * The same behind a connection pooler in transaction mode: statements of other pools run in the same sessions, so these
     * get no settings of their own. The server plans each statement when it executes it.
     */
    public static Pool ofQueueBehindPooler(DataSource connections, PoolOptions options) {
        return ofQueue(connections, few(options), BOUNDS);
    }

    private static Pool ofQueue(DataSource connections, PoolOptions few, Map<String, String> settings) {
        return new Pool(own("guildhall-queue", connections, few, settings), few);
    }

    /**
     * The pool of an application, whose statements use the same sessions. This does not close it.
     *
     * @param schema where the tables are
     */
    public static Pool shared(DataSource application, String schema, PoolOptions options) {
        return new Pool(application, searching(schema, BOUNDS), options);
    }

    /** The same for the statements of the queue. */
    public static Pool sharedOfQueue(DataSource application, String schema, PoolOptions options) {
        return new Pool(application, searching(schema, joined(BOUNDS, PLANS)), few(options));
    }

    private static PoolOptions few(PoolOptions options) {
        return new PoolOptions(Math.min(QUEUE_SIZE, options.size()), options.patience(), options.startAttempts());
    }

    private static Map<String, String> searching(String schema, Map<String, String> settings) {
        return joined(Map.of("search_path", '"' + schema + '"'), settings);
    }

    /** In the order of their names, so that all nodes send the same statements. */
    private static Map<String, String> joined(Map<String, String> some, Map<String, String> others) {
        Map<String, String> all = new TreeMap<>(some);
        all.putAll(others);
        return all;
    }

    private static HikariDataSource own(
            String name, DataSource connections, PoolOptions options, Map<String, String> settings) {
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
        config.setConnectionInitSql(settings.entrySet().stream()
                .map(setting -> "SET " + setting.getKey() + " = '" + setting.getValue() + "'")
                .collect(Collectors.joining("; ")));
        return new HikariDataSource(config);
    }

    private Pool(HikariDataSource own, PoolOptions options) {
        source = own;
        jdbi = Jdbi.create(own);
        this.own = Optional.of(own);
        threads = new DbThreads(options);
    }

    private Pool(DataSource application, Map<String, String> settings, PoolOptions options) {
        source = application;
        jdbi = new SharedConnections(application, settings).jdbi();
        own = Optional.empty();
        threads = new DbThreads(options);
    }

    Jdbi jdbi() {
        return jdbi;
    }

    /** Runs statements that need no transaction. */
    <T> T with(Function<Handle, T> statements) {
        return own.isPresent() ? jdbi.withHandle(statements::apply) : jdbi.inTransaction(statements::apply);
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
     * once a second, and not for the pool of an application.
     */
    public void renew() {
        long now = System.nanoTime();
        long next = nextRenewal.get();
        if (now - next >= 0 && nextRenewal.compareAndSet(next, now + BETWEEN_RENEWALS.toNanos())) {
            own.ifPresent(pool -> pool.getHikariPoolMXBean().softEvictConnections());
        }
    }

    /** The connections of an application's pool are not counted, only the threads that wait to use one. */
    public List<Gauge> gauges() {
        return own.map(this::gauges).orElseGet(() -> List.of(waiting(threads::waiting)));
    }

    private List<Gauge> gauges(HikariDataSource pool) {
        return List.of(
                gauge(
                        pool,
                        "db_connections_active",
                        "Database connections that are in use.",
                        HikariPoolMXBean::getActiveConnections),
                gauge(
                        pool,
                        "db_connections_idle",
                        "Database connections that are idle.",
                        HikariPoolMXBean::getIdleConnections),
                waiting(() -> threads.waiting() + pool.getHikariPoolMXBean().getThreadsAwaitingConnection()),
                new Gauge("db_connections_max", "Greatest number of database connections.", pool::getMaximumPoolSize));
    }

    private static Gauge waiting(DoubleSupplier figure) {
        return new Gauge("db_connections_waiting", "Threads that wait for a database connection.", figure);
    }

    private static Gauge gauge(
            HikariDataSource pool, String name, String help, ToIntFunction<HikariPoolMXBean> figure) {
        return new Gauge(name, help, () -> figure.applyAsInt(pool.getHikariPoolMXBean()));
    }

    @Override
    public void close() {
        threads.close();
        own.ifPresent(HikariDataSource::close);
    }
}
