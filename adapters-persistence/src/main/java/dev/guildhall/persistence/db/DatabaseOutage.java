package dev.guildhall.persistence.db;

import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.jdbi.v3.core.ConnectionException;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PSQLException;

/**
 * Tells a database that cannot be used from a wrong statement. An outage is answered as one, and logged without flooding.
 */
final class DatabaseOutage {
    private static final System.Logger LOG = System.getLogger(DatabaseOutage.class.getName());
    private static final long LOG_EVERY_NANOS = Duration.ofSeconds(10).toNanos();
    private static final int MAX_CAUSES = 20;
    /**
     * Classes of SQL states: no connection (08); no disk, memory or connection left (53); the server, or an operator of
     * its, has ended the session or lets none begin (57P0).
     */
    private static final List<String> CLASSES = List.of("08", "53", "57P0");

    /** The server takes no writes: it is a standby, or a failover has made it read-only. */
    private static final String READ_ONLY = "25006";

    /** Two transactions waited for each other, and this one was undone so that the other could go on. */
    private static final List<String> UNDONE = List.of("40P01", "40001");

    /** A row refers to one that is not there. */
    private static final String FOREIGN_KEY_VIOLATED = "23503";

    private final AtomicLong nextLog = new AtomicLong(System.nanoTime());

    /**
     * What the caller of a store gets to see: a refusal when the database cannot be reached or written to, or has undone the transaction
     * for another one's sake, or when the account that a row belongs to was erased meanwhile; else the failure itself.
     */
    RuntimeException translate(RuntimeException failure) {
        if (isUndone(failure)) {
            LOG.log(Level.INFO, "a transaction was undone for another one's sake", failure);
            return new Refusal(new CommonProblem.Unavailable("database"));
        }
        if (isCausedBy(failure, DatabaseOutage::isOfErasedAccount)) {
            return new Refusal(new CommonProblem.Unauthenticated("the account does not exist"));
        }
        if (!isOne(failure)) {
            return failure;
        }
        CommonProblem.Unavailable problem = isReadOnly(failure)
                ? new CommonProblem.Unavailable("database", "does not accept writes")
                : new CommonProblem.Unavailable("database");
        log(problem.fault(), failure);
        return new Refusal(problem);
    }

    private static boolean isUndone(RuntimeException failure) {
        return failure.getCause() instanceof SQLException sql && UNDONE.contains(String.valueOf(sql.getSQLState()));
    }

    private static boolean isOfErasedAccount(Throwable cause) {
        return cause instanceof PSQLException sql
                && FOREIGN_KEY_VIOLATED.equals(sql.getSQLState())
                && sql.getServerErrorMessage() != null
                && String.valueOf(sql.getServerErrorMessage().getConstraint()).endsWith("_user_id_fkey");
    }

    /** Whether the failure, or what caused it, means that the database cannot be reached, or not be written to. */
    static boolean isOne(Throwable failure) {
        return isCausedBy(
                failure,
                cause -> cause instanceof ConnectionException
                        || cause instanceof SQLTransientConnectionException
                        || (cause instanceof SQLException sql && meansUnusable(sql.getSQLState())));
    }

    /** Whether the failure, or what caused it, means that the database takes no writes. */
    static boolean isReadOnly(Throwable failure) {
        return isCausedBy(failure, cause -> cause instanceof SQLException sql && READ_ONLY.equals(sql.getSQLState()));
    }

    private static boolean isCausedBy(Throwable failure, Predicate<Throwable> outage) {
        @Nullable Throwable cause = failure;
        for (int depth = 0; cause != null && depth < MAX_CAUSES; depth++) {
            if (outage.test(cause)) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }

    private static boolean meansUnusable(@Nullable String state) {
        return state != null && (READ_ONLY.equals(state) || CLASSES.stream().anyMatch(state::startsWith));
    }

    private void log(String fault, RuntimeException failure) {
        long now = System.nanoTime();
        long next = nextLog.get();
        if (now - next >= 0 && nextLog.compareAndSet(next, now + LOG_EVERY_NANOS)) {
            LOG.log(Level.WARNING, "the database " + fault, failure);
        }
    }
}
