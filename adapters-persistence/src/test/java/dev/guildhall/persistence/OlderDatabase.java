package dev.guildhall.persistence;

import dev.guildhall.persistence.config.DatabaseUrl;
import dev.guildhall.persistence.db.Migrations;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.flywaydb.core.Flyway;

/** A database with the tables of an older version. */
public record OlderDatabase(DatabaseUrl url) {
    /** By their versions. */
    private static final Map<String, OlderDatabase> TEMPLATES = new ConcurrentHashMap<>();

    /** Creates a database with the migrations up to a version, which are applied once for all tests of this JVM. */
    public static OlderDatabase at(String version, String name) throws SQLException {
        return TEMPLATES.computeIfAbsent(version, OlderDatabase::template).copy(name);
    }

    private static OlderDatabase template(String version) {
        OlderDatabase older = new OlderDatabase(TestPostgres.url().withDatabase("tables_of_version_" + version));
        try {
            new OlderDatabase(TestPostgres.url()).execute("CREATE DATABASE " + older.url.database());
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
        older.migrateTo(version);
        return older;
    }

    public void migrateTo(String version) {
        Flyway.configure()
                .dataSource(url.dataSource())
                .locations("classpath:" + Migrations.FOLDER)
                .target(version)
                .load()
                .migrate();
    }

    /** Creates a database with the same tables and rows. No connection to this one may be open. */
    public OlderDatabase copy(String name) throws SQLException {
        new OlderDatabase(TestPostgres.url()).execute("CREATE DATABASE " + name + " TEMPLATE " + url.database());
        return new OlderDatabase(url.withDatabase(name));
    }

    public void execute(String sql) throws SQLException {
        TestPostgres.ask(url, sql);
    }
}
