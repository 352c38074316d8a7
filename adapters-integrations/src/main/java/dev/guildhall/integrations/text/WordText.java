package dev.guildhall.integrations.text;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * The text of a Word document: paragraphs, headings by their styles, tables, and pages where Word has written how it
 * divides them. To be used once.
 */
final class WordText {
    private static final String BODY = "word/document.xml";
    private static final Pattern HEADING = Pattern.compile("heading ([1-9])");

    private final Map<String, Integer> levels = new HashMap<>();
    private final PackedDocument document;
    private final DocumentSections into;
    private final boolean hasPages;
    private final StringBuilder paragraph = new StringBuilder();
    private final List<String> cells = new ArrayList<>();
    private final StringBuilder cell = new StringBuilder();
    private TableText table;
    private int level;
    private int tables;
    private int skipped;
    private int page = 1;

    private WordText(PackedDocument document, DocumentSections into, boolean hasPages) {
        this.document = document;
        this.into = into;
        this.hasPages = hasPages;
        this.table = new TableText(into);
    }

    static void read(PackedDocument document, DocumentSections into) throws IOException {
        boolean[] breaks = new boolean[1];
        document.read(BODY, events -> {
            while (!breaks[0] && events.hasNext()) {
                breaks[0] = events.next() == XMLStreamReader.START_ELEMENT && isPageBreak(events);
            }
        });
        WordText text = new WordText(document, into, breaks[0]);
        document.read("word/styles.xml", text::styles);
        if (text.hasPages) {
            into.beginPage(1);
        }
        document.read(BODY, text::body);
        if (text.hasPages) {
            into.endPage();
        }
        into.end();
        for (String notes : List.of("word/footnotes.xml", "word/endnotes.xml")) {
            document.read(notes, text::body);
            into.end();
        }
    }

    private static boolean isPageBreak(XMLStreamReader element) {
        return element.getLocalName().equals("lastRenderedPageBreak")
                || (element.getLocalName().equals("br")
                        && PackedDocument.attribute(element, "type").equals("page"));
    }

    private void styles(XMLStreamReader events) throws XMLStreamException {
        String style = "";
        while (events.hasNext()) {
            if (events.next() == XMLStreamReader.START_ELEMENT) {
                String value = PackedDocument.attribute(events, "val");
                switch (events.getLocalName()) {
                    case "style" -> style = PackedDocument.attribute(events, "styleId");
                    case "name" -> named(style, value.toLowerCase(Locale.ROOT));
                    case "outlineLvl" -> outline(style, value);
                    default -> {}
                }
            }
        }
    }

    private void named(String style, String name) {
        var heading = HEADING.matcher(name);
        if (levels.size() >= TextLimits.DEFINITIONS) {
            return;
        }
        if (heading.matches()) {
            levels.put(style, Integer.parseInt(heading.group(1)));
        } else if (name.equals("title")) {
            levels.put(style, 1);
        }
    }

    private void outline(String style, String value) {
        if (value.matches("[0-8]") && levels.size() < TextLimits.DEFINITIONS) {
            levels.putIfAbsent(style, Integer.parseInt(value) + 1);
        }
    }

    private void body(XMLStreamReader events) throws XMLStreamException {
        while (events.hasNext()) {
            switch (events.next()) {
                case XMLStreamReader.START_ELEMENT -> begin(events);
                case XMLStreamReader.END_ELEMENT -> end(events.getLocalName());
                default -> {}
            }
        }
    }

    private void begin(XMLStreamReader events) throws XMLStreamException {
        String name = events.getLocalName();
        // The fallback repeats what stands before it.
        if (name.equals("Fallback")) {
            skipped++;
        }
        if (skipped > 0) {
            return;
        }
        switch (name) {
            case "tbl" -> beginTable();
            case "tr" -> {
                if (tables == 1) {
                    cells.clear();
                }
            }
            case "tc" -> {
                if (tables == 1) {
                    cell.setLength(0);
                }
            }
            case "pStyle" -> level = levels.getOrDefault(PackedDocument.attribute(events, "val"), 0);
            case "outlineLvl" -> {
                String value = PackedDocument.attribute(events, "val");
                level = value.matches("[0-8]") ? Integer.parseInt(value) + 1 : level;
            }
            case "t" -> paragraph.append(document.text(events));
            case "tab" -> paragraph.append('\t');
            case "noBreakHyphen" -> paragraph.append('-');
            case "br", "cr", "lastRenderedPageBreak" -> lineBreak(events);
            default -> {}
        }
    }

    private void lineBreak(XMLStreamReader events) {
        if (!isPageBreak(events)) {
            paragraph.append('\n');
            return;
        }
        page++;
        MarkedText.requirePages(page);
        if (tables == 0) {
            endParagraph();
            into.endPage();
            into.beginPage(page);
        }
    }

    private void end(String name) {
        if (name.equals("Fallback")) {
            skipped--;
        }
        if (skipped > 0) {
            return;
        }
        switch (name) {
            case "p" -> endParagraph();
            case "tc" -> {
                if (tables == 1 && cells.size() < TextLimits.CELLS) {
                    cells.add(cell.toString());
                }
            }
            case "tr" -> {
                if (tables == 1) {
                    table.row(cells);
                }
            }
            case "tbl" -> endTable();
            default -> {}
        }
    }

    private void endParagraph() {
        String words = paragraph.toString();
        if (tables > 0) {
            cell.append(words).append(' ');
        } else if (level > 0) {
            into.heading(level, words);
        } else {
            into.line(words);
        }
        paragraph.setLength(0);
        level = 0;
    }

    /** What is in a table within a cell is part of the cell. */
    private void beginTable() {
        tables++;
        if (tables == 1) {
            table = new TableText(into);
        }
    }

    private void endTable() {
        tables--;
        if (tables > 0) {
            return;
        }
        table.end();
        if (hasPages) {
            into.beginPage(page);
        }
    }
}
