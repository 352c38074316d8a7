package dev.guildhall.integrations.text;

import java.util.ArrayList;
import java.util.List;

/** Passes rows of a table on, some at a time, with the first row as the header of all. To be used once. */
final class TableText {
    private static final int ROWS_AT_ONCE = 200;

    private final DocumentSections into;
    private final List<String> rows = new ArrayList<>();
    private String header = "";
    private int count;

    TableText(DocumentSections into) {
        this.into = into;
    }

    void row(List<String> cells) {
        String line = line(cells);
        if (line.isEmpty()) {
            return;
        }
        count++;
        if (count == 1) {
            header = line;
            return;
        }
        rows.add(line);
        if (rows.size() == ROWS_AT_ONCE) {
            pass();
        }
    }

    /** Ends the table; one of a single row has only that. */
    void end() {
        if (count == 1) {
            into.line(header);
            into.end();
        } else {
            pass();
        }
    }

    private void pass() {
        into.table(header, rows);
        rows.clear();
    }

    /** Cells in one line. */
    static String line(List<String> cells) {
        List<String> said = cells.stream()
                .limit(TextLimits.CELLS)
                .map(cell -> ReadableText.line(cell, TextLimits.INDEXED_CHARACTERS))
                .toList();
        return said.stream().allMatch(String::isEmpty) ? "" : String.join(" | ", said);
    }
}
