package dev.guildhall.persistence.db;

import dev.guildhall.persistence.TestPostgres;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/** What PostgreSQL did for a statement, as {@code EXPLAIN ANALYZE} shows it. */
public record QueryPlan(List<String> lines) {
    private static final Pattern ROWS = Pattern.compile("actual rows=(\\d+)(?:\\.\\d+)? loops=(\\d+)");
    private static final Pattern REMOVED = Pattern.compile("Rows Removed by (?:Filter|Index Recheck): (\\d+)");

    /** Tables that are filled in a transaction of their own, which is rolled back at the end. */
    public static final class Tables implements AutoCloseable {
        private final Handle handle;

        public Tables(List<String> fill) {
            Jdbi jdbi = Jdbi.create(TestPostgres.url().dataSource());
            PortValues.register(jdbi);
            handle = jdbi.open().begin();
            fill.forEach(handle::execute);
        }

        /** Executes a statement with these tables. */
        public QueryPlan explain(String statement, Map<String, ?> parameters) {
            return new QueryPlan(
                    handle.createQuery("EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF) " + statement)
                            .bindMap(parameters)
                            .mapTo(String.class)
                            .list());
        }

        @Override
        public void close() {
            handle.rollback();
            handle.close();
        }
    }

    /** Whether it reads a table without an index. */
    public boolean scans(String table) {
        return lines.stream().anyMatch(line -> line.contains("Seq Scan on " + table));
    }

    /** How many rows the scan reads that reads the most, with those that a filter removed. */
    public long mostRows() {
        return Stream.concat(
                        lines.stream().filter(line -> line.contains("Scan")).map(QueryPlan::rows),
                        lines.stream().map(QueryPlan::removed))
                .mapToLong(Long::longValue)
                .max()
                .orElse(0);
    }

    private static long rows(String line) {
        Matcher rows = ROWS.matcher(line);
        return rows.find() ? Long.parseLong(rows.group(1)) * Long.parseLong(rows.group(2)) : 0;
    }

    private static long removed(String line) {
        Matcher removed = REMOVED.matcher(line);
        return removed.find() ? Long.parseLong(removed.group(1)) : 0;
    }
}
