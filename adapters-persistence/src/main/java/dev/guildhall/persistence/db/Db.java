package dev.guildhall.persistence.db;

import dev.guildhall.ports.Cursor;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.Transactions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.mapper.Mappers;
import org.jdbi.v3.core.mapper.RowMapper;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.StatementExceptions;
import org.jdbi.v3.core.statement.Update;

/**
 * Runs the statements of all stores. A statement takes part in the transaction that is open on its call stack; without
 * one, it commits by itself.
 */
public final class Db implements Transactions {
    /** The attribute of a statement that the driver must not send together with another one. */
    public static final String ALONE = "guildhall.alone";

    private final ScopedValue<Open> open = ScopedValue.newInstance();
    private final DatabaseOutage outage;
    private final Pool pool;
    private final Jdbi jdbi;

    private final DbThreads threads;

    public Db(Pool pool) {
        this(pool, new DatabaseOutage());
    }

    /** Runs statements of the same database with other connections. */
    public Db with(Pool other) {
        return new Db(other, outage);
    }

    private Db(Pool pool, DatabaseOutage outage) {
        this.outage = outage;
        this.pool = pool;
        threads = pool.threads();
        jdbi = pool.jdbi();
        PortValues.register(jdbi);
        // By default Jdbi puts the bound values into an exception's message, so password hashes and users' messages
        // would be logged.
        jdbi.getConfig(StatementExceptions.class).setMessageRendering(StatementExceptions.MessageRendering.NONE);
    }

    /** Runs statements in the open transaction. Without one, each of them commits by itself. */
    public <T> T with(Function<Handle, T> statements) {
        if (open.isBound()) {
            return reaching(() -> statements.apply(open.get().handle()));
        }
        return threads.call(() -> reaching(() -> pool.with(statements)));
    }

    /**
     * Executes a statement, and returns how many rows it wrote.
     *
     * @param rows whose components are parameters too, as for {@link #update(String, Record)}
     */
    public int update(String sql, Map<String, ?> parameters, Record... rows) {
        return with(handle -> {
            Update update = handle.createUpdate(sql).bindMap(parameters);
            for (Record row : rows) {
                update.bindMethods(row);
            }
            return update.execute();
        });
    }

    /** Executes a statement whose parameters are components of a record, or of a component: {@code :key.issuer}. */
    public int update(String sql, Record row) {
        return update(sql, Map.of(), row);
    }

    /** Reads a row, or none, as a record of the ports, or its only column as a value. */
    public <T> Optional<T> find(String sql, Map<String, ?> parameters, Class<T> type) {
        return query(sql, parameters, query -> query.map(mapper(type)).findOne());
    }

    public <T> Optional<T> find(String sql, Map<String, ?> parameters, RowMapper<T> mapper) {
        return query(sql, parameters, query -> query.map(mapper).findOne());
    }

    /** Reads the only row, as {@link #find(String, Map, Class)}. */
    public <T> T one(String sql, Map<String, ?> parameters, Class<T> type) {
        return query(sql, parameters, query -> query.map(mapper(type)).one());
    }

    /** Whether the query returns a row. */
    public boolean exists(String sql, Map<String, ?> parameters) {
        return query(
                sql, parameters, query -> query.map((_, _) -> true).findFirst().isPresent());
    }

    /** Reads rows, as {@link #find(String, Map, Class)}. */
    public <T> List<T> list(String sql, Map<String, ?> parameters, Class<T> type) {
        return query(sql, parameters, query -> query.map(mapper(type)).list());
    }

    public <T> List<T> list(String sql, Map<String, ?> parameters, RowMapper<T> mapper) {
        return query(sql, parameters, query -> query.map(mapper).list());
    }

    /** Reads the entries of a map. */
    public <K, V> Map<K, V> map(String sql, Map<String, ?> parameters, RowMapper<Map.Entry<K, V>> entry) {
        return query(sql, parameters, query -> query.map(entry).collectToMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /** The mapper, which Jdbi finds once a type here, and once a statement otherwise. */
    private <T> RowMapper<T> mapper(Class<T> type) {
        return jdbi.getConfig(Mappers.class).findFor(type).orElseThrow();
    }

    private <T> T query(String sql, Map<String, ?> parameters, Function<Query, T> read) {
        return with(handle -> read.apply(handle.createQuery(sql).bindMap(parameters)));
    }

    /**
     * Reads one item more than the page has. The query has the parameters {@code :behind}, the last identifier of the
     * page before or null, and {@code :oneMore}.
     */
    public <T> List<T> oneMore(String sql, Map<String, ?> parameters, PageRequest page, RowMapper<T> mapper) {
        return query(
                sql,
                parameters,
                query -> query.bind("behind", page.cursor().map(Cursor::lastId))
                        .bind("oneMore", page.limit().value() + 1)
                        .map(mapper)
                        .list());
    }

    /** Reads one row of a table more than the page has. */
    public <T> List<T> oneMore(String table, Keyset keyset, PageRequest page, RowMapper<T> mapper) {
        return list(keyset.select("*", table, page), keyset.parameters(page), mapper);
    }

    /** Runs statements in the open transaction, or in a new one. */
    public <T> T atomically(Function<Handle, T> statements) {
        return inTransaction(() -> statements.apply(open.get().handle()));
    }

    /** Runs work in the open transaction, or in a new one, read committed, which is rolled back when the work throws. */
    @Override
    public <T> T inTransaction(Supplier<T> work) {
        if (open.isBound()) {
            return reaching(work);
        }
        return threads.call(() -> reaching(() -> committing(new ArrayList<>(), work)));
    }

    private <T> T committing(List<Runnable> afterwards, Supplier<T> work) {
        T result = jdbi.inTransaction(
                handle -> ScopedValue.where(open, new Open(handle, afterwards)).call(work::get));
        afterwards.forEach(Runnable::run);
        return result;
    }

    /** Whether there is a transaction on this call stack. */
    public boolean isOpen() {
        return open.isBound();
    }

    /** Runs a step when the open transaction has committed, or at once when none is open. The step must not throw. */
    public void afterCommit(Runnable step) {
        if (open.isBound()) {
            open.get().afterwards().add(step);
        } else {
            step.run();
        }
    }

    /** The database is open: from now on a failure is a refusal, if the same call may succeed later. */
    public void started() {
        outage.started();
    }

    /** Whether a write has failed because the disk was full, and none was seen to succeed since. */
    public boolean isOutOfSpace() {
        return outage.isOutOfSpace();
    }

    /**
     * Writes a file of about one MiB, which the server removes at once: a sort that its memory does not hold. It leaves
     * no rows and nothing in the log of transactions.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Unavailable} when the disk is full
     */
    public void requireSpace() {
        atomically(handle -> {
            handle.execute("SET LOCAL work_mem = '64kB'");
            return handle.createQuery("SELECT count(*) FROM generate_series(1, 60000)")
                    .mapTo(Integer.class)
                    .one();
        });
        outage.spaceFound();
    }

    /** Throws an {@link IllegalStateException} when no transaction is open. */
    public void requireTransaction() {
        if (!open.isBound()) {
            throw new IllegalStateException("there is no transaction");
        }
    }

    private record Open(Handle handle, List<Runnable> afterwards) {}

    private <T> T reaching(Supplier<T> access) {
        try {
            return access.get();
        } catch (RuntimeException failure) {
            if (DatabaseOutage.isReadOnly(failure)) {
                pool.renew();
            }
            throw outage.translate(failure);
        }
    }
}
