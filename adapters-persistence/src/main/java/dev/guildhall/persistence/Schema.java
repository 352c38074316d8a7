package dev.guildhall.persistence;

import java.sql.SQLException;
import java.util.Optional;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.StatementException;

/** The tables, and how they come to be: migrations that only go forward. */
final class Schema {
    private static final String NO_SUCH_TABLE = "42P01";

    private final String version;

    private Schema(String version) {
        this.version = version;
    }

    /**
     * Applies the migrations that are pending.
     *
     * @param attempts how often to try to reach the database, a second or more apart
     */
    static Schema migrate(DatabaseUrl url, int attempts) {
        Flyway flyway = Flyway.configure(Schema.class.getClassLoader())
                .dataSource(url.dataSource())
                .locations("classpath:db/migration")
                .connectRetries(attempts)
                .connectRetriesInterval(1)
                .cleanDisabled(true)
                .load();
        try {
            flyway.migrate();
            return new Schema(latest(flyway));
        } catch (FlywayException failed) {
            throw explain(url, failed);
        }
    }

    private static String latest(Flyway flyway) {
        MigrationInfo current = flyway.info().current();
        if (current == null) {
            throw new DatabaseStartException("the migrations are not on the class path");
        }
        return current.getVersion().getVersion();
    }

    private static DatabaseStartException explain(DatabaseUrl url, FlywayException failed) {
        if (Outage.isOne(failed)) {
            return new DatabaseStartException("cannot reach the database at " + url.address(), failed);
        }
        return new DatabaseStartException(
                "cannot migrate the database at " + url.address() + ": " + oneLine(failed), failed);
    }

    private static String oneLine(Throwable failed) {
        return String.valueOf(failed.getMessage()).strip().replaceAll("\\s+", " ");
    }

    /** Why the tables are not those that this version of Guildhall needs; empty when they are. */
    Optional<String> mismatch(Handle handle) {
        try {
            boolean applied = handle.createQuery(
                            "SELECT EXISTS (SELECT 1 FROM flyway_schema_history WHERE version = :version AND success)")
                    .bind("version", version)
                    .mapTo(Boolean.class)
                    .one();
            return applied ? Optional.empty() : Optional.of("migrations are pending");
        } catch (StatementException failed) {
            if (failed.getCause() instanceof SQLException sql && NO_SUCH_TABLE.equals(sql.getSQLState())) {
                return Optional.of("migrations are pending");
            }
            throw failed;
        }
    }
}
