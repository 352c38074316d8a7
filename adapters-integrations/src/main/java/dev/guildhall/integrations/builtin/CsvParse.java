package dev.guildhall.integrations.builtin;

import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.ToolSource;
import dev.guildhall.ports.tool.ToolSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** {@code builtin.csv_parse}: tables as text into rows (RFC 4180). Thread-safe. */
final class CsvParse implements BuiltinTool {
    /** The most characters of a table. */
    static final int MAX_CHARACTERS = 1_000_000;

    /** The most columns. */
    static final int MAX_COLUMNS = 200;

    private static final int MAX_ROWS = 1000;
    private static final int FEW_ROWS = 100;
    private static final String CSV = "csv";
    private static final String DELIMITER = "delimiter";
    private static final String NO_HEADER = "noHeader";
    private static final String MOST = "maxRows";
    private static final List<String> DELIMITERS = List.of("auto", ",", ";", "\t", "|");
    private static final ToolSpec SPEC = new ToolSpec(
            new ToolName("builtin.csv_parse"),
            "Reads a table in CSV or TSV, quotes and line breaks in cells included. Use it instead of splitting lines"
                    + " yourself. Answers with the columns, the rows as objects by column, and how many rows there"
                    + " are.",
            Parameters.object(
                    List.of(CSV),
                    CSV,
                    Parameters.text("The table as text.", MAX_CHARACTERS),
                    DELIMITER,
                    Parameters.choice("What stands between cells; auto takes the most frequent one.", DELIMITERS),
                    NO_HEADER,
                    Parameters.flag("Whether the first line is a row; columns are column1, column2 … then."),
                    MOST,
                    Parameters.integer("The most rows to answer with.", FEW_ROWS, 1, MAX_ROWS)),
            ToolSource.BUILTIN);

    @Override
    public ToolSpec spec() {
        return SPEC;
    }

    @Override
    public Map<String, Object> run(BuiltinArguments arguments) {
        String csv = arguments.text(CSV, MAX_CHARACTERS);
        int most = arguments.integer(MOST, FEW_ROWS, 1, MAX_ROWS);
        boolean header = !arguments.flag(NO_HEADER);
        CsvReader reader = new CsvReader(csv, delimiter(arguments.choice(DELIMITER, DELIMITERS), csv));
        List<List<String>> lines = new ArrayList<>();
        int count = 0;
        for (List<String> line = reader.next(); !line.isEmpty(); line = reader.next()) {
            if (count++ <= most) {
                lines.add(line);
            }
        }
        List<String> columns = columns(lines, header);
        List<Map<String, Object>> rows = lines.stream()
                .skip(header ? 1 : 0)
                .limit(most)
                .map(line -> row(columns, line))
                .toList();
        int rowCount = header ? Math.max(0, count - 1) : count;
        return Parameters.inOrder(
                "columns", columns, "rows", rows, "rowCount", rowCount, "truncated", rowCount > rows.size());
    }

    private static char delimiter(String chosen, String csv) {
        if (!chosen.equals("auto")) {
            return chosen.charAt(0);
        }
        String first = csv.lines().findFirst().orElse("");
        return DELIMITERS.stream()
                .skip(1)
                .map(candidate -> candidate.charAt(0))
                .max((one, other) -> Long.compare(count(first, one), count(first, other)))
                .filter(best -> count(first, best) > 0)
                .orElse(',');
    }

    private static long count(String line, char delimiter) {
        return line.chars().filter(c -> c == delimiter).count();
    }

    /** Every column has a name of its own. */
    private static List<String> columns(List<List<String>> lines, boolean header) {
        int width = lines.stream().mapToInt(List::size).max().orElse(0);
        List<String> titles = header && !lines.isEmpty() ? lines.getFirst() : List.of();
        Set<String> names = new LinkedHashSet<>();
        for (int i = 0; i < width; i++) {
            String title = i < titles.size() ? titles.get(i).strip() : "";
            StringBuilder name = new StringBuilder(title.isEmpty() ? "column" + (i + 1) : title);
            while (!names.add(name.toString())) {
                name.append('_');
            }
        }
        return List.copyOf(names);
    }

    private static Map<String, Object> row(List<String> columns, List<String> line) {
        Map<String, Object> row = new LinkedHashMap<>();
        for (int i = 0; i < columns.size(); i++) {
            row.put(columns.get(i), i < line.size() ? line.get(i) : "");
        }
        return row;
    }
}
