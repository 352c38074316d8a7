package dev.guildhall.persistence.backup;

import java.io.IOException;
import java.io.OutputStream;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.postgresql.PGConnection;

/** Writes the rows of all tables, as one transaction sees them, in PostgreSQL's text form of {@code COPY}. */
final class TableDump {
    private static final int CHUNK = 4 * 1024 * 1024;

    /** Flyway writes its own table when the tables are created. */
    private static final String COLUMNS = """
        SELECT c.relname, a.attname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
        WHERE c.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema())
            AND c.relkind = 'r' AND c.relname <> 'flyway_schema_history'
            AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
        ORDER BY c.relname, a.attnum
        """;

    private static final String REFERENCES = """
        SELECT c.relname, f.relname FROM pg_constraint k
        JOIN pg_class c ON c.oid = k.conrelid JOIN pg_class f ON f.oid = k.confrelid
        WHERE k.contype = 'f' AND c.oid <> f.oid
            AND c.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema())
        """;

    private final Connection connection;

    TableDump(Connection connection) {
        this.connection = connection;
    }

    /** The columns of each table; a table comes after all tables that it refers to. */
    Map<String, List<String>> columns() throws SQLException {
        Map<String, List<String>> columns = new LinkedHashMap<>();
        pairs(COLUMNS)
                .forEach(pair -> columns.computeIfAbsent(pair.first(), _ -> new ArrayList<>())
                        .add(pair.second()));
        Map<String, Set<String>> references = new HashMap<>();
        pairs(REFERENCES)
                .forEach(pair -> references
                        .computeIfAbsent(pair.first(), _ -> new HashSet<>())
                        .add(pair.second()));
        return inOrder(columns, references);
    }

    private static Map<String, List<String>> inOrder(
            Map<String, List<String>> columns, Map<String, Set<String>> references) {
        Map<String, List<String>> ordered = new LinkedHashMap<>();
        while (ordered.size() < columns.size()) {
            List<String> ready = columns.keySet().stream()
                    .filter(table -> !ordered.containsKey(table))
                    .filter(table -> ordered.keySet().containsAll(references.getOrDefault(table, Set.of())))
                    .toList();
            if (ready.isEmpty()) {
                throw new BackupFailure("tables of the database refer to each other: " + references.keySet());
            }
            ready.forEach(table -> ordered.put(table, List.copyOf(columns.getOrDefault(table, List.of()))));
        }
        return ordered;
    }

    /**
     * Writes the rows of a table.
     *
     * @return their number
     */
    long write(String table, List<String> columns, BackupWriter backup) throws SQLException, IOException {
        try (Chunks chunks = new Chunks(table, backup)) {
            return connection
                    .unwrap(PGConnection.class)
                    .getCopyAPI()
                    .copyOut("COPY " + target(table, columns) + " TO STDOUT", chunks);
        }
    }

    static String target(String table, List<String> columns) {
        return quoted(table) + columns.stream().map(TableDump::quoted).collect(Collectors.joining(", ", " (", ")"));
    }

    static String quoted(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    private record Pair(String first, String second) {}

    private List<Pair> pairs(String query) throws SQLException {
        List<Pair> pairs = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            while (rows.next()) {
                pairs.add(new Pair(rows.getString(1), rows.getString(2)));
            }
        }
        return pairs;
    }

    /** Divides the rows of a table into entries of a bounded size, since an entry begins with its size. */
    private static final class Chunks extends OutputStream {
        private final String table;
        private final BackupWriter backup;
        private final byte[] chunk = new byte[CHUNK];
        private int length;
        private int number;

        Chunks(String table, BackupWriter backup) {
            this.table = table;
            this.backup = backup;
        }

        @Override
        public void write(int one) throws IOException {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int count) throws IOException {
            for (int written = 0; written < count; ) {
                int part = Math.min(count - written, CHUNK - length);
                System.arraycopy(bytes, offset + written, chunk, length, part);
                written += part;
                length += part;
                if (length == CHUNK) {
                    flush();
                }
            }
        }

        @Override
        public void flush() throws IOException {
            if (length > 0) {
                backup.add(BackupWriter.DATABASE + table + "/" + number, chunk, length);
                number++;
                length = 0;
            }
        }

        @Override
        public void close() throws IOException {
            flush();
        }
    }
}
