package dev.guildhall.integrations.builtin;

import java.util.ArrayList;
import java.util.List;

/** Reads a table line by line. To be used by one thread. */
final class CsvReader {
    private final String csv;
    private final char delimiter;
    private int at;

    CsvReader(String csv, char delimiter) {
        this.csv = csv.startsWith("\ufeff") ? csv.substring(1) : csv;
        this.delimiter = delimiter;
    }

    /** The cells of the next line that is not blank; none at the end. */
    List<String> next() {
        while (at < csv.length() && isLineEnd(csv.charAt(at))) {
            at++;
        }
        List<String> cells = new ArrayList<>();
        boolean more = at < csv.length();
        while (more) {
            if (cells.size() == CsvParse.MAX_COLUMNS) {
                throw ToolFault.failed("the table has more than " + CsvParse.MAX_COLUMNS + " columns");
            }
            cells.add(at < csv.length() && csv.charAt(at) == '"' ? quoted() : plain());
            more = at < csv.length() && csv.charAt(at) == delimiter;
            at += more ? 1 : 0;
        }
        return cells;
    }

    private String plain() {
        int from = at;
        while (at < csv.length() && csv.charAt(at) != delimiter && !isLineEnd(csv.charAt(at))) {
            at++;
        }
        return csv.substring(from, at);
    }

    /** Two quotes within quotes are one; what follows the last of them belongs to the cell as it is. */
    private String quoted() {
        StringBuilder cell = new StringBuilder();
        at++;
        while (at < csv.length()) {
            char c = csv.charAt(at++);
            if (c != '"') {
                cell.append(c);
            } else if (at < csv.length() && csv.charAt(at) == '"') {
                cell.append('"');
                at++;
            } else {
                return cell.append(plain()).toString();
            }
        }
        throw ToolFault.failed("a quoted cell does not end");
    }

    private static boolean isLineEnd(char c) {
        return c == '\n' || c == '\r';
    }
}
