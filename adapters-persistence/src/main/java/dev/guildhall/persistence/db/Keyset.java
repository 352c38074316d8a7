package dev.guildhall.persistence.db;

import dev.guildhall.ports.Cursor;
import dev.guildhall.ports.PageRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The query of a page by identifiers, newest first (keyset pagination), with the filters that the caller gave and no
 * others. The filters, in their order, and the identifier are the columns of one index. The query compares rows and
 * orders by all of these columns: with an equality the planner may read the identifiers of all rows from the newest to
 * the oldest, for example for an owner without such rows. Not thread-safe.
 */
public final class Keyset {
    private final List<String> columns = new ArrayList<>();
    private final List<String> values = new ArrayList<>();
    private final List<String> conditions = new ArrayList<>();
    private final Map<String, Object> parameters = new HashMap<>();

    /** Adds a filter, if there is a value for it. */
    public Keyset filter(String column, Optional<?> value) {
        value.ifPresent(given -> {
            filter(column, ":" + column);
            parameters.put(column, given);
        });
        return this;
    }

    public Keyset filter(String column, String expression) {
        columns.add(column);
        values.add(expression);
        return this;
    }

    /**
     * Adds a condition that no index serves. The query may read all rows that the filters find: there must be few of them,
     * or few that do not fulfil it.
     */
    public Keyset condition(String condition) {
        conditions.add(condition);
        return this;
    }

    /** The same with a parameter, if there is a value for it. */
    public Keyset condition(String condition, String parameter, Optional<?> value) {
        value.ifPresent(given -> {
            conditions.add(condition);
            parameters.put(parameter, given);
        });
        return this;
    }

    /** The query; its parameters are those of the filters, {@code :behind} if the page has a cursor, and {@code :oneMore}. */
    public String select(String what, String table, PageRequest page) {
        List<String> all = new ArrayList<>();
        if (!columns.isEmpty()) {
            all.add(row(columns) + " >= " + row(values));
        }
        if (page.cursor().isPresent()) {
            all.add(row(with(columns, "id")) + " < " + row(with(values, ":behind")));
        } else if (!columns.isEmpty()) {
            all.add(row(columns) + " <= " + row(values));
        }
        all.addAll(conditions);
        return "SELECT " + what + " FROM " + table + (all.isEmpty() ? "" : " WHERE " + String.join(" AND ", all))
                + " ORDER BY "
                + with(columns, "id").stream().map(column -> column + " DESC").collect(Collectors.joining(", "))
                + " LIMIT :oneMore";
    }

    private static String row(List<String> expressions) {
        return "(" + String.join(", ", expressions) + ")";
    }

    private static List<String> with(List<String> expressions, String last) {
        return Stream.concat(expressions.stream(), Stream.of(last)).toList();
    }

    /** The parameters of the filters and of the page. */
    public Map<String, Object> parameters(PageRequest page) {
        Map<String, Object> all = new HashMap<>(parameters);
        page.cursor().map(Cursor::lastId).ifPresent(last -> all.put("behind", last));
        all.put("oneMore", page.limit().value() + 1);
        return all;
    }
}
