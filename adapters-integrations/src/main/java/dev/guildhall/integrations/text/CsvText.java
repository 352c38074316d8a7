package dev.guildhall.integrations.text;

import java.util.ArrayList;
import java.util.List;

/** Rows of values between separators, some of them within quotation marks (RFC 4180). */
final class CsvText {
    private static final String SEPARATORS = ",;\t|";
    private static final int LOOKED_AT = 10_000;

    private CsvText() {}

    static void read(String text, DocumentSections into) {
        char separator = separator(text);
        TableText table = new TableText(into);
        List<String> cells = new ArrayList<>();
        StringBuilder cell = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quoted && c == '"' && i + 1 < text.length() && text.charAt(i + 1) == '"') {
                cell.append('"');
                i++;
            } else if (c == '"' && (quoted || cell.isEmpty())) {
                quoted = !quoted;
            } else if (!quoted && c == separator) {
                add(cells, cell);
            } else if (!quoted && (c == '\n' || c == '\r')) {
                add(cells, cell);
                table.row(cells);
                cells.clear();
            } else {
                cell.append(c);
            }
        }
        add(cells, cell);
        table.row(cells);
        table.end();
    }

    private static void add(List<String> cells, StringBuilder cell) {
        if (cells.size() < TextLimits.CELLS) {
            cells.add(cell.toString());
        }
        cell.setLength(0);
    }

    /** The most frequent separator of the first line, else of the beginning. */
    private static char separator(String text) {
        String first = text.lines().findFirst().orElse("");
        String looked = SEPARATORS.chars().anyMatch(c -> first.indexOf(c) >= 0)
                ? first
                : text.substring(0, Math.min(text.length(), LOOKED_AT));
        int best = SEPARATORS
                .chars()
                .boxed()
                .max((one, other) -> Long.compare(count(looked, one), count(looked, other)))
                .orElse((int) ',');
        return (char) best;
    }

    private static long count(String text, int separator) {
        return text.chars().filter(c -> c == separator).count();
    }
}
