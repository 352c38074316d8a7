package dev.guildhall.persistence.db;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.jdbi.v3.core.ConnectionFactory;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.statement.DefaultStatementBuilder;
import org.jdbi.v3.core.statement.SqlStatements;
import org.jdbi.v3.core.statement.StatementContext;
import org.jdbi.v3.core.statement.StatementCustomizer;

/**
 * Connections of a pool that an application uses too. Each transaction gets its settings, such as the search path, with
 * its first statement: the driver sends both at once, so no round trip is added, and the settings end with the
 * transaction, so no session keeps them. Statements run in transactions alone: the driver may send two statements as two
 * transactions otherwise.
 */
final class SharedConnections implements ConnectionFactory, StatementCustomizer {
    private static final String BEHIND_SETTINGS = "guildhall.behind-settings";

    private final DataSource source;
    private final String settings;
    private volatile boolean autoCommit = true;

    /** @param settings names of the server's parameters with their values, which contain no quotation mark */
    SharedConnections(DataSource source, Map<String, String> settings) {
        this.source = source;
        this.settings = settings.entrySet().stream()
                .map(setting -> "set_config('" + setting.getKey() + "', '" + setting.getValue() + "', true)")
                .collect(Collectors.joining(", ", "SELECT ", "; "));
    }

    Jdbi jdbi() {
        Jdbi jdbi = Jdbi.create(this);
        jdbi.setStatementBuilderFactory(_ -> new SettingStatements());
        jdbi.getConfig(SqlStatements.class).addCustomizer(this);
        return jdbi;
    }

    /** All connections of a pool begin either with automatic commits or without. */
    @Override
    public Connection openConnection() throws SQLException {
        Connection connection = source.getConnection();
        if (!connection.getAutoCommit()) {
            autoCommit = false;
            connection.setAutoCommit(true);
        }
        return connection;
    }

    @Override
    public void closeConnection(Connection connection) throws SQLException {
        try (connection) {
            if (!autoCommit) {
                connection.setAutoCommit(false);
            }
        }
    }

    /** Skips the result of the settings. */
    @Override
    public void afterExecution(PreparedStatement statement, StatementContext context) throws SQLException {
        if (context.getAttribute(BEHIND_SETTINGS) != null) {
            statement.getMoreResults();
        }
    }

    /** Prepares the statements of one handle, which has one transaction. */
    private final class SettingStatements extends DefaultStatementBuilder {
        private boolean set;

        @Override
        public PreparedStatement create(Connection connection, String sql, StatementContext context)
                throws SQLException {
            if (set) {
                return super.create(connection, sql, context);
            }
            set = true;
            if (context.getAttribute(Db.ALONE) == null) {
                context.define(BEHIND_SETTINGS, true);
                return super.create(connection, settings + sql, context);
            }
            try (Statement before = connection.createStatement()) {
                before.execute(settings);
            }
            return super.create(connection, sql, context);
        }
    }
}
