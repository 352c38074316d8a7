package dev.guildhall.persistence.backup;

import java.io.IOException;
import java.io.InputStream;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/** Fills empty tables with the rows of a backup, in the transaction of one connection. */
final class TableLoad {
    private static final int BUFFER = 128 * 1024;

    private static final String SEQUENCES = """
        SELECT format('SELECT setval(%L, greatest(max(%I), 1), max(%I) IS NOT NULL) FROM %I',
            pg_get_serial_sequence(quote_ident(c.relname), a.attname), a.attname, a.attname, c.relname)
        FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
        WHERE c.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema())
            AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped
            AND pg_get_serial_sequence(quote_ident(c.relname), a.attname) IS NOT NULL
        """;

    private final Connection connection;
    private final Map<String, List<String>> columns;
    private final byte[] buffer = new byte[BUFFER];
    private @Nullable String table;
    private @Nullable CopyIn copy;
    private long rows;

    /** Begins; rows that migrations have inserted are removed. What triggers derive from rows is in the backup too. */
    TableLoad(Connection connection, Map<String, List<String>> columns) throws SQLException {
        this.connection = connection;
        this.columns = columns;
        if (!columns.isEmpty()) {
            execute("TRUNCATE "
                    + columns.keySet().stream().map(TableDump::quoted).collect(Collectors.joining(", ")));
        }
        setTriggers("DISABLE");
    }

    private void setTriggers(String state) throws SQLException {
        for (String each : columns.keySet()) {
            execute("ALTER TABLE " + TableDump.quoted(each) + " " + state + " TRIGGER USER");
        }
    }

    /** Adds a part of a table's rows; the parts of a table come one after the other. */
    void add(String name, InputStream content) throws SQLException, IOException {
        if (!name.equals(table)) {
            endTable();
            List<String> of = Optional.ofNullable(columns.get(name))
                    .orElseThrow(() -> new BackupFailure("the backup has no description of its table " + name));
            copy = connection
                    .unwrap(PGConnection.class)
                    .getCopyAPI()
                    .copyIn("COPY " + TableDump.target(name, of) + " FROM STDIN");
            table = name;
        }
        if (copy != null) {
            for (int read = content.read(buffer); read >= 0; read = content.read(buffer)) {
                copy.writeToCopy(buffer, 0, read);
            }
        }
    }

    private void endTable() throws SQLException {
        if (copy != null) {
            rows += copy.endCopy();
            copy = null;
        }
    }

    /**
     * Ends the last table, and lets sequences continue after the greatest values.
     *
     * @return the number of rows
     */
    long finish() throws SQLException {
        endTable();
        setTriggers("ENABLE");
        try (Statement statement = connection.createStatement();
                var sequences = statement.executeQuery(SEQUENCES)) {
            while (sequences.next()) {
                execute(sequences.getString(1));
            }
        }
        return rows;
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
