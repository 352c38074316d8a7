package dev.guildhall.persistence;

import dev.guildhall.persistence.db.DatabaseUrl;
import dev.guildhall.persistence.db.Migrations;
import java.sql.SQLException;
import org.flywaydb.core.Flyway;

/** A database with the tables of an older version. */
public record OlderDatabase(DatabaseUrl url) {
    /** Creates a database with the migrations up to a version. */
    public static OlderDatabase at(String version, String name) throws SQLException {
        new OlderDatabase(TestPostgres.url()).execute("CREATE DATABASE " + name);
        OlderDatabase older = new OlderDatabase(TestPostgres.url().withDatabase(name));
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
