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
        DatabaseUrl url = TestPostgres.url().withDatabase(name);
        Flyway.configure()
                .dataSource(url.dataSource())
                .locations("classpath:" + Migrations.FOLDER)
                .target(version)
                .load()
                .migrate();
        return new OlderDatabase(url);
    }

    public void execute(String sql) throws SQLException {
        TestPostgres.ask(url, sql);
    }
}
