package dev.guildhall.persistence.db;

import dev.guildhall.persistence.TestPostgres;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** What PostgreSQL did for a statement, as {@code EXPLAIN ANALYZE} shows it. */
public record QueryPlan(List<String> lines) {
    private static final Pattern ROWS = Pattern.compile("actual rows=(\\d+)(?:\\.\\d+)? loops=(\\d+)");
    private static final Pattern REMOVED = Pattern.compile("Rows Removed by (?:Filter|Index Recheck): (\\d+)");

    /** Tables that are filled for the tests of a class, in a transaction of their own, which is rolled back after them. */
    public static final class Tables implements BeforeAllCallback, AfterAllCallback {
        private final List<String> fill;
        private Optional<Handle> open = Optional.empty();

        public Tables(List<String> fill) {
            this.fill = fill;
        }

        @Override
        public void beforeAll(ExtensionContext context) {
            Jdbi jdbi = Jdbi.create(TestPostgres.url().dataSource());
            PortValues.register(jdbi);
            Handle handle = jdbi.open().begin();
            open = Optional.of(handle);
            fill.forEach(handle::execute);
        }

        @Override
        public void afterAll(ExtensionContext context) {
            open.ifPresent(handle -> handle.rollback().close());
        }

        /** Executes a statement with these tables. */
        public QueryPlan explain(String statement, Map<String, ?> parameters) {
            return new QueryPlan(open.orElseThrow()
                    .createQuery("EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF) " + statement)
                    .bindMap(parameters)
                    .mapTo(String.class)
                    .list());
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
