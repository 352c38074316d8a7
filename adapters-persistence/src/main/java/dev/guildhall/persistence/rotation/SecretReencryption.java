package dev.guildhall.persistence.rotation;

import dev.guildhall.persistence.config.DatabaseStartException;
import dev.guildhall.persistence.config.DatabaseUrl;
import dev.guildhall.persistence.config.PoolOptions;
import dev.guildhall.persistence.db.Schema;
import dev.guildhall.persistence.secret.SecretBox;
import dev.guildhall.persistence.secret.SecretBoxException;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;
import org.jdbi.v3.core.statement.StatementExceptions;

/**
 * Encrypts all secrets of a database with another key, in one transaction: afterwards each of them opens with the new
 * key, or nothing has changed. A node that starts meanwhile waits, and the database then refuses its old key. A running
 * node would continue to encrypt with the old key, so no node may be running.
 */
final class SecretReencryption {
    /** How often to look for other connections: the server may still list one that was just closed. */
    private static final int LOOKS = 20;

    private static final String OTHERS = """
        SELECT count(*) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = current_setting('application_name')
          AND pid <> pg_backend_pid()
        """;

    private final DatabaseUrl url;

    SecretReencryption(DatabaseUrl url) {
        this.url = url;
    }

    /**
     * Encrypts the secrets with the new key, or checks that they are.
     *
     * @return the number of secrets
     * @throws DatabaseStartException when the database's key is neither of the two, a secret does not open, or another
     *     node is running
     */
    int run(SecretBox from, SecretBox to) {
        if (from.isUnderTheKeyOf(to)) {
            throw new DatabaseStartException("the new secret key is the old one");
        }
        Schema.migrate(url, PoolOptions.DEFAULT.startAttempts());
        return inTransaction(handle -> {
            handle.execute("SET LOCAL lock_timeout = '10s'");
            handle.execute("LOCK TABLE installation IN ACCESS EXCLUSIVE MODE");
            requireAlone(handle);
            if (Installation.isSealedWith(handle, to)) {
                return verified(handle, to);
            }
            Installation.takeFirst(handle, from);
            if (!Installation.isSealedWith(handle, from)) {
                throw Installation.anotherKey();
            }
            int resealed = SealedColumn.ALL.stream()
                    .mapToInt(column -> column.reseal(handle, from, to))
                    .sum();
            Installation.updateMarker(handle, to);
            if (verified(handle, to) != resealed) {
                throw new IllegalStateException("not every secret was sealed anew");
            }
            return resealed;
        });
    }

    /** Whether this is the key of the database, by its check value. */
    boolean isSealedWith(SecretBox box) {
        Schema.migrate(url, PoolOptions.DEFAULT.startAttempts());
        return inTransaction(handle -> Installation.isSealedWith(handle, box));
    }

    /** Whether the database has a key or encrypted secrets. */
    boolean isSealed() {
        Schema.migrate(url, PoolOptions.DEFAULT.startAttempts());
        return inTransaction(Installation::isSealed);
    }

    /**
     * Opens all secrets.
     *
     * @throws DatabaseStartException when one does not open
     */
    void verify(SecretBox box) {
        inTransaction(handle -> {
            if (!Installation.isSealedWith(handle, box)) {
                throw Installation.anotherKey();
            }
            return verified(handle, box);
        });
    }

    private static int verified(Handle handle, SecretBox box) {
        return SealedColumn.ALL.stream()
                .mapToInt(column -> column.verify(handle, box))
                .sum();
    }

    private static void requireAlone(Handle handle) {
        for (int look = 1; look <= LOOKS; look++) {
            handle.execute("SELECT pg_stat_clear_snapshot()");
            if (handle.createQuery(OTHERS).mapTo(Long.class).one() == 0) {
                return;
            }
            handle.execute("SELECT pg_sleep(0.25)");
        }
        throw new DatabaseStartException("another node is using the database: stop all of them first");
    }

    private <T> T inTransaction(Function<Handle, T> work) {
        Jdbi jdbi = Jdbi.create(url.dataSource());
        jdbi.getConfig(StatementExceptions.class).setMessageRendering(StatementExceptions.MessageRendering.NONE);
        try {
            return jdbi.inTransaction(work::apply);
        } catch (SecretBoxException closed) {
            throw new DatabaseStartException(closed.getMessage() + "; nothing was changed", closed);
        } catch (JdbiException failed) {
            throw new DatabaseStartException(
                    "the database failed, and it is not known whether anything was changed; run it again: "
                            + failed.getMessage(),
                    failed);
        }
    }
}
