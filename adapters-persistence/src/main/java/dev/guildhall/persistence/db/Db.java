package dev.guildhall.persistence.db;

import java.sql.Types;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.argument.AbstractArgumentFactory;
import org.jdbi.v3.core.argument.Argument;
import org.jdbi.v3.core.config.ConfigRegistry;
import org.jdbi.v3.core.statement.StatementExceptions;

/**
 * Runs the statements of all stores. A statement takes part in the transaction that is open on its call stack; without
 * one, it commits by itself. Thread-safe.
 */
public final class Db {
    private final ScopedValue<Open> open = ScopedValue.newInstance();
    private final DatabaseOutage outage = new DatabaseOutage();
    private final Pool pool;
    private final Jdbi jdbi;

    private final DbThreads threads;

    public Db(Pool pool) {
        this.pool = pool;
        threads = pool.threads();
        jdbi = Jdbi.create(pool.source());
        jdbi.registerArgument(new Instants());
        jdbi.registerArgument(new ColumnArguments());
        // By default Jdbi puts the bound values into an exception's message, so password hashes and users' messages
        // would be logged.
        jdbi.getConfig(StatementExceptions.class).setMessageRendering(StatementExceptions.MessageRendering.NONE);
    }

    /** Runs statements in the open transaction. Without one, each of them commits by itself. */
    public <T> T with(Function<Handle, T> statements) {
        if (open.isBound()) {
            return reaching(() -> statements.apply(open.get().handle()));
        }
        return threads.call(() -> reaching(() -> jdbi.withHandle(statements::apply)));
    }

    /** Runs statements in the open transaction, or in a new one. */
    public <T> T atomically(Function<Handle, T> statements) {
        return inTransaction(() -> statements.apply(open.get().handle()));
    }

    /** Runs work in the open transaction, or in a new one, which is rolled back when the work throws. */
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

    /** Throws an {@link IllegalStateException} when no transaction is open. */
    public void requireTransaction() {
        if (!open.isBound()) {
            throw new IllegalStateException("there is no transaction");
        }
    }

    /** An open transaction, and the steps that run after its commit. */
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

    /** Binds an instant with the offset of UTC, so that the machine's time zone does not matter. */
    private static final class Instants extends AbstractArgumentFactory<Instant> {
        Instants() {
            super(Types.TIMESTAMP_WITH_TIMEZONE);
        }

        @Override
        protected Argument build(Instant moment, ConfigRegistry config) {
            return (position, statement, context) -> statement.setObject(position, moment.atOffset(ZoneOffset.UTC));
        }
    }
}
