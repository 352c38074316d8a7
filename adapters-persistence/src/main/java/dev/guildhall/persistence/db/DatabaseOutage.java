package dev.guildhall.persistence.db;

import dev.guildhall.persistence.config.DatabaseStartException;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.jdbi.v3.core.ConnectionException;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PSQLException;

/**
 * Distinguishes an outage of the database from a faulty statement. The caller gets a refusal for an outage; the log
 * gets a line for it at most every ten seconds.
 */
final class DatabaseOutage {
    private static final System.Logger LOG = System.getLogger(DatabaseOutage.class.getName());
    private static final long LOG_EVERY_NANOS = Duration.ofSeconds(10).toNanos();
    private static final int MAX_CAUSES = 20;
    private static final CommonProblem.Unavailable FULL = CommonProblem.Unavailable.full("database");
    /**
     * Classes of SQL states: no connection (08); no disk, memory or connection left (53); the server or its
     * administrator has ended the session, or the server accepts no session (57P0).
     */
    private static final List<String> CLASSES = List.of("08", "53", "57P0");

    /** The server cannot extend a file, because its disk is full. */
    private static final String DISK_FULL = "53100";

    /** The server accepts no writes: it is a standby, or a failover has made it read-only. */
    private static final String READ_ONLY = "25006";

    /** The server has rolled the transaction back because of a deadlock or a serialization failure. */
    private static final List<String> UNDONE = List.of("40P01", "40001");

    /** A statement took too long, or waited too long for a lock, or its transaction was idle for too long before. */
    private static final List<String> TOO_LONG = List.of("57014", "55P03", "25P03");

    /** A prepared statement does not exist on the server's session, or exists already: the session changes. */
    private static final List<String> OTHER_SESSION = List.of("26000", "42P05");

    private static final String FOREIGN_KEY_VIOLATED = "23503";

    private final AtomicLong nextLog = new AtomicLong(System.nanoTime());
    private final AtomicBoolean full = new AtomicBoolean();
    private volatile boolean started;

    /**
     * The exception that the caller of a store gets: a refusal when the database cannot be reached or written to, when
     * the server has rolled the transaction back in favour of another one, or when the account that owns a row was
     * erased meanwhile; otherwise the failure itself.
     */
    RuntimeException translate(RuntimeException failure) {
        if (isPooled(failure)) {
            if (!started) {
                return behindPooler(failure);
            }
            log(
                    "gave a transaction another session; behind a connection pooler in transaction mode"
                            + " GUILDHALL_DATABASE_URL needs ?prepareThreshold=0",
                    failure);
            return new Refusal(new CommonProblem.Unavailable("database"));
        }
        if (isUndone(failure)) {
            LOG.log(Level.INFO, "the server rolled a transaction back in favour of another one", failure);
            return new Refusal(new CommonProblem.Unavailable("database"));
        }
        if (isCausedBy(failure, DatabaseOutage::tookTooLong)) {
            LOG.log(Level.WARNING, "the database took too long", failure);
            return new Refusal(new CommonProblem.Unavailable("database", "takes too long"));
        }
        if (isCausedBy(failure, DatabaseOutage::isOfErasedAccount)) {
            return new Refusal(new CommonProblem.Unauthenticated("the account does not exist"));
        }
        if (isFull(failure)) {
            return outOfSpace(failure);
        }
        if (!isOne(failure)) {
            return failure;
        }
        if (isOutOfSpace()) {
            return new Refusal(FULL);
        }
        CommonProblem.Unavailable problem = isReadOnly(failure)
                ? new CommonProblem.Unavailable("database", "does not accept writes")
                : new CommonProblem.Unavailable("database");
        log(problem.fault(), failure);
        return new Refusal(problem);
    }

    /**
     * A server that cannot extend its log of transactions ends all sessions and starts again, or does not start until
     * there is space; so until a write succeeds, an unreachable server counts as a full one.
     */
    private RuntimeException outOfSpace(RuntimeException failure) {
        if (full.compareAndSet(false, true)) {
            LOG.log(Level.ERROR, "the database has no space left: writes are refused until it has", failure);
        }
        return new Refusal(FULL);
    }

    /** The database is open: from now on failures are those of requests, and do not end the start. */
    void started() {
        started = true;
    }

    /** Whether a write has failed because of a full disk, and none was reported to succeed since. */
    boolean isOutOfSpace() {
        return full.get();
    }

    /** A write that needs space on the disk has succeeded. */
    void spaceFound() {
        if (full.compareAndSet(true, false)) {
            LOG.log(Level.INFO, "the database has space again");
        }
    }

    /** Whether a connection pooler gives each transaction another session of the server. */
    static boolean isPooled(Throwable failure) {
        return isCausedBy(
                failure,
                cause ->
                        cause instanceof SQLException sql && OTHER_SESSION.contains(String.valueOf(sql.getSQLState())));
    }

    static DatabaseStartException behindPooler(Throwable failure) {
        return new DatabaseStartException(
                "GUILDHALL_DATABASE_URL: a connection pooler in transaction mode, such as PgBouncer, is in front of the"
                        + " database: add ?prepareThreshold=0 to the address",
                failure);
    }

    private static boolean isFull(Throwable failure) {
        return isCausedBy(failure, cause -> cause instanceof SQLException sql && DISK_FULL.equals(sql.getSQLState()));
    }

    private static boolean isUndone(RuntimeException failure) {
        return failure.getCause() instanceof SQLException sql && UNDONE.contains(String.valueOf(sql.getSQLState()));
    }

    private static boolean tookTooLong(Throwable cause) {
        return cause instanceof SQLException sql && TOO_LONG.contains(String.valueOf(sql.getSQLState()));
    }

    private static boolean isOfErasedAccount(Throwable cause) {
        return cause instanceof PSQLException sql
                && FOREIGN_KEY_VIOLATED.equals(sql.getSQLState())
                && sql.getServerErrorMessage() != null
                && String.valueOf(sql.getServerErrorMessage().getConstraint()).endsWith("_user_id_fkey");
    }

    /** Whether the failure or one of its causes means that the database cannot be reached or written to. */
    static boolean isOne(Throwable failure) {
        return isCausedBy(
                failure,
                cause -> cause instanceof ConnectionException
                        || cause instanceof SQLTransientConnectionException
                        || (cause instanceof SQLException sql && meansUnusable(sql.getSQLState())));
    }

    /** Whether the failure or one of its causes means that the database accepts no writes. */
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
