package dev.guildhall.persistence;

import dev.guildhall.persistence.config.DatabaseStartException;
import dev.guildhall.persistence.config.DatabaseUrl;
import dev.guildhall.persistence.config.PoolOptions;
import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Pool;
import dev.guildhall.persistence.db.Primary;
import dev.guildhall.persistence.db.Schema;
import dev.guildhall.persistence.rotation.Installation;
import dev.guildhall.persistence.rotation.SealedColumn;
import dev.guildhall.persistence.secret.SecretBox;
import dev.guildhall.persistence.store.PostgresStores;
import dev.guildhall.persistence.task.QueueConnections;
import dev.guildhall.ports.Gauge;
import dev.guildhall.ports.ReadinessCheck;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.storage.Stores;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jdbi.v3.core.Handle;

/**
 * An open PostgreSQL database with all migrations applied. While the server is unreachable or read-only, the stores
 * refuse calls with {@code CommonProblem.Unavailable}; once the server accepts writes again, calls succeed without a
 * restart.
 */
public final class Database implements ReadinessCheck, AutoCloseable {
    private static final long READINESS_MS = 1_900;
    private static final long BETWEEN_WRITES_NANOS = Duration.ofSeconds(10).toNanos();

    private static final Pattern SCHEMA = Pattern.compile("[a-z_][a-z0-9_]{0,62}");

    /** Absent when the connections are an application's. */
    private final Optional<Primary> primary;

    private final Pool pool;
    private final Db db;
    private final QueueConnections queue;
    private final SecretBox box;
    private final Stores stores;
    private final AtomicLong nextWrite = new AtomicLong(System.nanoTime());

    private Database(Optional<Primary> primary, Pool pool, Db db, QueueConnections queue, SecretBox box) {
        this.primary = primary;
        this.pool = pool;
        this.db = db;
        this.queue = queue;
        this.box = box;
        stores = PostgresStores.of(db, box, queue.tasks());
    }

    /**
     * Connects, applies the migrations, checks that the database's secrets are sealed with this key, and seals secrets
     * that older versions stored in clear. Blocks; retries for some seconds while the server does not respond.
     *
     * @throws DatabaseStartException when a step fails; the message is one line
     */
    public static Database open(DatabaseUrl url, SecretBox box) {
        return open(url, box, PoolOptions.DEFAULT);
    }

    public static Database open(DatabaseUrl url, SecretBox box, PoolOptions options) {
        Primary primary = Primary.of(url);
        try {
            Schema.migrate(primary.url(url), options.startAttempts());
            return open(url, primary, box, options);
        } catch (RuntimeException failed) {
            primary.close();
            throw failed;
        }
    }

    private static Database open(DatabaseUrl url, Primary primary, SecretBox box, PoolOptions options) {
        Pool pool = new Pool(primary, options);
        try {
            Db db = verified(pool, box);
            Pool queue =
                    url.keepsSession() ? Pool.ofQueue(primary, options) : Pool.ofQueueBehindPooler(primary, options);
            return started(Optional.of(primary), pool, db, QueueConnections.withNotices(db, queue, primary), box);
        } catch (Refusal unavailable) {
            pool.close();
            throw Schema.unreachable(url, unavailable);
        } catch (RuntimeException failed) {
            pool.close();
            throw failed;
        }
    }

    /**
     * As {@link #open(DataSource, String, SecretBox)}, without a key. All data is stored but for secrets, which would be in
     * clear: executions of tools (but for calls of agents to the program's own tools), requests with an idempotency key,
     * connections to other systems, keys that sign tokens, and browser sessions are refused with an
     * {@code IllegalStateException}. A later start may bring a key.
     *
     * @throws DatabaseStartException also when the schema has secrets
     */
    public static Database open(DataSource connections, String schema) {
        return open(connections, schema, SecretBox.NONE);
    }

    /**
     * Does the same in a schema of an application's database, on connections of the application's pool. The schema is
     * created when it is missing, and has its own history of migrations. Guildhall takes a connection for each transaction
     * and returns it with the settings that it had; two it keeps for notifications. It does not close the pool.
     *
     * @param connections PostgreSQL's driver must be behind it, with transactions that are read committed by default
     * @param schema lower-case letters, digits and underscores, at most 63, with no digit first
     * @throws IllegalArgumentException when the schema has no such name
     * @throws DatabaseStartException when a step fails; the message is one line
     */
    public static Database open(DataSource connections, String schema, SecretBox box) {
        return open(connections, schema, box, PoolOptions.SHARED);
    }

    /** @param options the size without the connections of the queue, at most four, and of notifications, two */
    public static Database open(DataSource connections, String schema, SecretBox box, PoolOptions options) {
        Objects.requireNonNull(connections, "connections");
        Objects.requireNonNull(schema, "schema");
        if (!SCHEMA.matcher(schema).matches()) {
            throw new IllegalArgumentException("schema: " + schema + " must have the form " + SCHEMA.pattern());
        }
        Schema.migrate(connections, schema, options.startAttempts());
        Pool pool = Pool.shared(connections, schema, options);
        try {
            requireReadCommitted(new Db(pool), schema);
            Db db = verified(pool, box);
            Pool queue = Pool.sharedOfQueue(connections, schema, options);
            return started(
                    Optional.empty(), pool, db, QueueConnections.withNotices(db, queue, connections, schema), box);
        } catch (Refusal unavailable) {
            pool.close();
            throw Schema.unreachable("the schema " + schema, unavailable);
        } catch (RuntimeException failed) {
            pool.close();
            throw failed;
        }
    }

    private static void requireReadCommitted(Db db, String schema) {
        String isolation = db.one("SELECT current_setting('transaction_isolation')", Map.of(), String.class);
        if (!isolation.equals("read committed")) {
            throw new DatabaseStartException("transactions of the connections given for the schema " + schema
                    + " must be read committed by default: they are " + isolation);
        }
    }

    private static Db verified(Pool pool, SecretBox box) {
        Db db = new Db(pool);
        Installation.verifyKey(db, box);
        SealedColumn.ALL.forEach(column -> column.sealRemaining(db, box));
        return db;
    }

    private static Database started(
            Optional<Primary> primary, Pool pool, Db db, QueueConnections queue, SecretBox box) {
        db.started();
        return new Database(primary, pool, db, queue, box);
    }

    /** The stores, for wiring. */
    public Stores stores() {
        return stores;
    }

    /**
     * Derives a key of 32 bytes from the installation's secret key; all nodes derive the same one.
     *
     * @param purpose a different purpose gives a different key
     */
    public byte[] derivedKey(String purpose) {
        return box.derivedKey(purpose);
    }

    /** The gauges of the connection pool. */
    public List<Gauge> gauges() {
        return pool.gauges();
    }

    @Override
    public String name() {
        return "database";
    }

    /** Queries on a separate thread, because waiting for a connection can take longer than a readiness check may. */
    @Override
    public Optional<String> failure() {
        FutureTask<Optional<String>> check = new FutureTask<>(this::fault);
        Thread.ofVirtual().name("database-readiness").start(check);
        try {
            return check.get(READINESS_MS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException failed) {
            return Optional.of(db.isOutOfSpace() ? "the database has no space left" : "the database cannot be reached");
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return Optional.of("the check was interrupted");
        } finally {
            check.cancel(true);
        }
    }

    private Optional<String> fault() {
        Optional<String> fault = db.with(handle -> {
            if (isReadOnly(handle)) {
                pool.renew();
                return Optional.of("the database is read-only");
            }
            return Schema.mismatch(handle);
        });
        if (fault.isEmpty() && isWriteDue()) {
            db.requireSpace();
        }
        return fault;
    }

    /** Every check tests a full disk again; otherwise checks write at most once in ten seconds. */
    private boolean isWriteDue() {
        long now = System.nanoTime();
        long next = nextWrite.get();
        return db.isOutOfSpace() || (now - next >= 0 && nextWrite.compareAndSet(next, now + BETWEEN_WRITES_NANOS));
    }

    private static boolean isReadOnly(Handle handle) {
        return handle.createQuery("SELECT current_setting('transaction_read_only')::bool")
                .mapTo(Boolean.class)
                .one();
    }

    /**
     * Closes all connections, but for those of an application's pool, which are returned. The stores refuse every later
     * call. No thread remains, and no driver that this database has registered.
     */
    @Override
    public void close() {
        queue.close();
        pool.close();
        primary.ifPresent(Primary::close);
    }
}
