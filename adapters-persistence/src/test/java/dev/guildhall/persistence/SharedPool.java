package dev.guildhall.persistence;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.guildhall.persistence.config.DatabaseUrl;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.postgresql.ds.PGSimpleDataSource;

/** The connection pool of an application with a search path and transactions of its own, and no commits by itself. */
public final class SharedPool implements AutoCloseable {
    public static final String SEARCH_PATH = "shop, public";

    private final HikariDataSource source;

    public SharedPool(DatabaseUrl url) {
        this(url, 10);
    }

    public SharedPool(DatabaseUrl url, int size) {
        PGSimpleDataSource connections = url.dataSource();
        connections.setCurrentSchema(SEARCH_PATH);
        HikariConfig config = new HikariConfig();
        config.setDataSource(connections);
        config.setMaximumPoolSize(size);
        config.setAutoCommit(false);
        source = new HikariDataSource(config);
    }

    public HikariDataSource source() {
        return source;
    }

    /** Executes statements in one transaction of the application; returns the first column of the last result's row. */
    public String ask(String... statements) throws SQLException {
        String answer = "";
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                if (statement.execute(sql)) {
                    ResultSet row = statement.getResultSet();
                    answer = row.next() ? String.valueOf(row.getString(1)) : "";
                }
            }
            connection.commit();
        }
        return answer;
    }

    @Override
    public void close() {
        source.close();
    }
}
