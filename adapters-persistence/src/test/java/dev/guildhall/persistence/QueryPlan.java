package dev.guildhall.persistence;

import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;

/** What PostgreSQL did for a statement, as {@code EXPLAIN ANALYZE} shows it. */
public record QueryPlan(List<String> lines) {
    private static final Pattern ROWS = Pattern.compile("actual rows=(\\d+)(?:\\.\\d+)? loops=(\\d+)");
    private static final Pattern REMOVED = Pattern.compile("Rows Removed by (?:Filter|Index Recheck): (\\d+)");

    /** Fills tables, carries a statement out with them, and takes everything back. */
    public static QueryPlan of(List<String> fill, String statement, Map<String, ?> parameters) {
        return TestPostgres.db().atomically(handle -> {
            fill.forEach(handle::execute);
            QueryPlan plan = explain(handle, statement, parameters);
            handle.rollback();
            return plan;
        });
    }

    private static QueryPlan explain(Handle handle, String statement, Map<String, ?> parameters) {
        return new QueryPlan(handle.createQuery("EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF) " + statement)
                .bindMap(parameters)
                .mapTo(String.class)
                .list());
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
