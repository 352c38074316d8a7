package dev.guildhall.persistence;

import dev.guildhall.persistence.db.DatabaseStartException;
import dev.guildhall.persistence.db.DatabaseUrl;
import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Pool;
import dev.guildhall.persistence.db.PoolOptions;
import dev.guildhall.persistence.db.Schema;
import dev.guildhall.persistence.rotation.Installation;
import dev.guildhall.persistence.rotation.SealedColumn;
import dev.guildhall.persistence.secret.SecretBox;
import dev.guildhall.persistence.task.QueueConnections;
import dev.guildhall.ports.Gauge;
import dev.guildhall.ports.ReadinessCheck;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.storage.Stores;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jdbi.v3.core.Handle;

/**
 * An open PostgreSQL database with its tables migrated. While the server is away or takes no writes, its stores
 * refuse with {@code CommonProblem.Unavailable}; they work again by themselves afterwards. Thread-safe.
 */
public final class Database implements ReadinessCheck, AutoCloseable {
    private static final long READINESS_MS = 1_900;

    private final Pool pool;
    private final Db db;
    private final QueueConnections queue;
    private final SecretBox box;
    private final Stores stores;

    private Database(Pool pool, Db db, QueueConnections queue, SecretBox box) {
        this.pool = pool;
        this.db = db;
        this.queue = queue;
        this.box = box;
        stores = PostgresStores.of(db, box, queue.tasks());
    }

    /**
     * Connects, migrates, and checks that the key is the one that this database's secrets are sealed with. Blocks; a server
     * that is not there yet is tried for some seconds.
     *
     * @throws DatabaseStartException when it does not work, in one line
     */
    public static Database open(DatabaseUrl url, SecretBox box) {
        return open(url, box, PoolOptions.DEFAULT);
    }

    public static Database open(DatabaseUrl url, SecretBox box, PoolOptions options) {
        Schema.migrate(url, options.startAttempts());
        Pool pool = new Pool(url, options);
        try {
            Db db = new Db(pool);
            Installation.verifyKey(db, box);
            SealedColumn.ALL.forEach(column -> column.sealRemaining(db, box));
            return new Database(pool, db, QueueConnections.withNotices(db, url, options), box);
        } catch (Refusal unavailable) {
            pool.close();
            throw Schema.unreachable(url, unavailable);
        } catch (RuntimeException failed) {
            pool.close();
            throw failed;
        }
    }

    /** The stores, for wiring. */
    public Stores stores() {
        return stores;
    }

    /**
     * A key of 32 bytes that is derived from the installation's secret key, the same on all of its nodes.
     *
     * @param purpose what it is for: another purpose has another key
     */
    public byte[] derivedKey(String purpose) {
        return box.derivedKey(purpose);
    }

    /** What the pool of connections is doing. */
    public List<Gauge> gauges() {
        return pool.gauges();
    }

    @Override
    public String name() {
        return "database";
    }

    /** Asks on a thread of its own, because a connection may be waited for longer than an answer is. */
    @Override
    public Optional<String> failure() {
        FutureTask<Optional<String>> question = new FutureTask<>(this::fault);
        Thread.ofVirtual().name("database-readiness").start(question);
        try {
            return question.get(READINESS_MS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException unreachable) {
            return Optional.of("the database cannot be reached");
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return Optional.of("the check was interrupted");
        } finally {
            question.cancel(true);
        }
    }

    private Optional<String> fault() {
        return db.with(handle -> {
            if (isReadOnly(handle)) {
                pool.renew();
                return Optional.of("the database is read-only");
            }
            return Schema.mismatch(handle);
        });
    }

    private static boolean isReadOnly(Handle handle) {
        return handle.createQuery("SELECT current_setting('transaction_read_only')::bool")
                .mapTo(Boolean.class)
                .one();
    }

    /** Closes all connections. The stores refuse afterwards. */
    @Override
    public void close() {
        queue.close();
        pool.close();
    }
}
