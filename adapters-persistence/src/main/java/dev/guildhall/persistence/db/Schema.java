package dev.guildhall.persistence.db;

import dev.guildhall.persistence.config.DatabaseStartException;
import dev.guildhall.persistence.config.DatabaseUrl;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.StatementException;
import org.jspecify.annotations.Nullable;

/** Creates and checks the tables. Migrations are forward only. */
public final class Schema {
    private static final String NO_SUCH_TABLE = "42P01";

    private Schema() {}

    /**
     * Where tables are.
     *
     * @param name what messages call the database
     * @param schema empty when connections lead to the schema without being told
     */
    private record Place(String name, DataSource source, Optional<String> schema) {
        Place(DatabaseUrl url) {
            this("the database at " + url.address(), url.dataSource(), Optional.empty());
        }

        Place(DataSource application, String schema) {
            this("the schema " + schema, application, Optional.of(schema));
        }

        String history() {
            return schema.map(name -> '"' + name + "\".").orElse("") + Migrations.HISTORY;
        }
    }

    /**
     * Applies the migrations that are pending. When none is, Flyway does not run: one query finds that out, while
     * Flyway would take almost half of the time of opening the database.
     *
     * @param attempts how often to try to reach the database, a second or more apart
     */
    public static void migrate(DatabaseUrl url, int attempts) {
        migrate(new Place(url), attempts);
    }

    /** The same in a schema of an application's database, which is created when it is missing. */
    public static void migrate(DataSource application, String schema, int attempts) {
        migrate(new Place(application, schema), attempts);
    }

    private static void migrate(Place place, int attempts) {
        if (isCurrent(place)) {
            return;
        }
        try {
            configuration(place, attempts).load().migrate();
        } catch (FlywayException failed) {
            throw explain(place, failed);
        }
    }

    /**
     * A server that rejects the connection would reject a second attempt too, so only an unreachable server is tried
     * again.
     */
    private static boolean isCurrent(Place place) {
        try (Connection connection = place.source().getConnection()) {
            return Migrations.applied(connection, place.history()).equals(Migrations.known());
        } catch (SQLException failed) {
            if (DatabaseOutage.isOne(failed) || NO_SUCH_TABLE.equals(failed.getSQLState())) {
                return false;
            }
            if (DatabaseOutage.isPooled(failed)) {
                throw DatabaseOutage.behindPooler(failed);
            }
            throw new DatabaseStartException(place.name() + " rejects the connection: " + failed.getMessage(), failed);
        }
    }

    /**
     * Creates the tables of an older version in an empty database.
     *
     * @param version the last migration to apply
     */
    public static void create(DatabaseUrl url, String version) {
        try {
            configuration(new Place(url), 1).target(version).load().migrate();
        } catch (FlywayException failed) {
            throw explain(new Place(url), failed);
        }
    }

    /** Removes everything from the database's schema. Only for one that was empty before. */
    public static void clear(DatabaseUrl url) {
        try {
            configuration(new Place(url), 1).cleanDisabled(false).load().clean();
        } catch (FlywayException failed) {
            throw explain(new Place(url), failed);
        }
    }

    static Flyway flyway(DatabaseUrl url, int attempts) {
        return configuration(new Place(url), attempts).load();
    }

    private static FluentConfiguration configuration(Place place, int attempts) {
        FluentConfiguration configuration = Flyway.configure(Schema.class.getClassLoader())
                .dataSource(place.source())
                .locations("classpath:" + Migrations.FOLDER)
                .connectRetries(attempts)
                .connectRetriesInterval(1)
                .cleanDisabled(true);
        place.schema().ifPresent(configuration::schemas);
        return configuration;
    }

    private static DatabaseStartException explain(Place place, FlywayException failed) {
        if (DatabaseOutage.isPooled(failed)) {
            return DatabaseOutage.behindPooler(failed);
        }
        if (DatabaseOutage.isOne(failed)) {
            return unreachable(place.name(), failed);
        }
        return new DatabaseStartException("cannot migrate " + place.name() + ": " + oneLine(failed), failed);
    }

    public static DatabaseStartException unreachable(DatabaseUrl url, @Nullable Throwable cause) {
        return unreachable(new Place(url).name(), cause);
    }

    public static DatabaseStartException unreachable(String schema, @Nullable Throwable cause) {
        return new DatabaseStartException("cannot reach " + schema, cause);
    }

    private static String oneLine(Throwable failed) {
        return String.valueOf(failed.getMessage()).strip().replaceAll("\\s+", " ");
    }

    /** Why the tables do not match this version of Guildhall; empty when they match. */
    public static Optional<String> mismatch(Handle handle) {
        try {
            boolean applied = handle.createQuery(
                            "SELECT EXISTS (SELECT 1 FROM flyway_schema_history WHERE version = :version AND success)")
                    .bind("version", Migrations.latest())
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
