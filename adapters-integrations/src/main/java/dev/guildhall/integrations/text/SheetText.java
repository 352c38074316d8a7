package dev.guildhall.integrations.text;

import dev.guildhall.ports.tool.FailureKind;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** The cells of an Excel document: each visible sheet is a table below its name. To be used once. */
final class SheetText {
    private static final String WORKBOOK = "xl/workbook.xml";
    /** The number formats of the standard that are dates. */
    private static final List<Integer> DATES = List.of(14, 15, 16, 17, 22, 27, 30, 36, 50, 57);

    private static final Pattern DATE = Pattern.compile("(?i).*[dy].*|.*m{3,}.*");
    private static final Pattern NOT_FORMAT = Pattern.compile("\"[^\"]*\"|\\[[^\\]]*\\]|\\\\.");
    private static final LocalDateTime EPOCH = LocalDateTime.of(1899, 12, 30, 0, 0);
    private static final LocalDateTime EPOCH_1904 = LocalDateTime.of(1904, 1, 1, 0, 0);
    private static final int SECONDS_OF_DAY = 86_400;
    private static final int LETTERS = 26;
    /** The most characters of a number format in Excel. */
    private static final int LONGEST_FORMAT = 255;

    private final PackedDocument document;
    private final List<String> shared = new ArrayList<>();
    private final List<Boolean> isDate = new ArrayList<>();
    private LocalDateTime epoch = EPOCH;

    private SheetText(PackedDocument document) {
        this.document = document;
    }

    private record Sheet(String name, String reference) {}

    static void read(PackedDocument document, DocumentSections into) throws IOException {
        SheetText text = new SheetText(document);
        Map<String, String> targets = document.targets(WORKBOOK);
        List<Sheet> sheets = new ArrayList<>();
        document.read(WORKBOOK, events -> text.workbook(events, sheets));
        document.read("xl/styles.xml", text::styles);
        document.read("xl/sharedStrings.xml", text::sharedStrings);
        for (Sheet sheet : sheets) {
            into.heading(1, sheet.name());
            Optional<String> part = Optional.ofNullable(targets.get(sheet.reference()));
            if (part.isPresent()) {
                TableText table = new TableText(into);
                document.read(part.get(), events -> text.rows(events, table));
                table.end();
            }
        }
    }

    private void workbook(XMLStreamReader events, List<Sheet> sheets) throws XMLStreamException {
        while (events.hasNext()) {
            if (events.next() != XMLStreamReader.START_ELEMENT) {
                continue;
            }
            if (events.getLocalName().equals("workbookPr")) {
                String value = PackedDocument.attribute(events, "date1904");
                epoch = value.equals("1") || value.equals("true") ? EPOCH_1904 : EPOCH;
            } else if (events.getLocalName().equals("sheet")
                    && !PackedDocument.attribute(events, "state")
                            .toLowerCase(Locale.ROOT)
                            .contains("hidden")) {
                String reference = PackedDocument.reference(events).orElse("");
                requireRoom(sheets.size(), TextLimits.PARTS);
                sheets.add(new Sheet(PackedDocument.attribute(events, "name"), reference));
            }
        }
    }

    private void styles(XMLStreamReader events) throws XMLStreamException {
        Map<Integer, String> formats = new HashMap<>();
        boolean isOfCells = false;
        while (events.hasNext()) {
            int event = events.next();
            if (event == XMLStreamReader.END_ELEMENT && events.getLocalName().equals("cellXfs")) {
                isOfCells = false;
            }
            if (event != XMLStreamReader.START_ELEMENT) {
                continue;
            }
            switch (events.getLocalName()) {
                case "numFmt" -> {
                    String code = PackedDocument.attribute(events, "formatCode");
                    if (formats.size() < TextLimits.DEFINITIONS && code.length() <= LONGEST_FORMAT) {
                        formats.put(number(events, "numFmtId"), code);
                    }
                }
                case "cellXfs" -> isOfCells = true;
                case "xf" -> {
                    if (isOfCells && isDate.size() < TextLimits.DEFINITIONS) {
                        int format = number(events, "numFmtId");
                        String code = NOT_FORMAT
                                .matcher(formats.getOrDefault(format, ""))
                                .replaceAll("");
                        isDate.add(DATES.contains(format) || DATE.matcher(code).matches());
                    }
                }
                default -> {}
            }
        }
    }

    private static void requireRoom(int size, int most) {
        if (size >= most) {
            throw new NoText(FailureKind.TOO_LARGE, "the document has too many sheets or texts");
        }
    }

    private static int number(XMLStreamReader element, String attribute) {
        String value = PackedDocument.attribute(element, attribute);
        return value.matches("[0-9]{1,9}") ? Integer.parseInt(value) : -1;
    }

    private void sharedStrings(XMLStreamReader events) throws XMLStreamException {
        StringBuilder words = new StringBuilder();
        while (events.hasNext()) {
            int event = events.next();
            if (event == XMLStreamReader.START_ELEMENT && events.getLocalName().equals("t")) {
                words.append(document.text(events));
            } else if (event == XMLStreamReader.START_ELEMENT
                    && events.getLocalName().equals("rPh")) {
                skip(events);
            } else if (event == XMLStreamReader.END_ELEMENT
                    && events.getLocalName().equals("si")) {
                requireRoom(shared.size(), TextLimits.INDEXED_CHARACTERS);
                shared.add(words.toString());
                words.setLength(0);
            }
        }
    }

    /** How a word is pronounced stands beside it. */
    private static void skip(XMLStreamReader events) throws XMLStreamException {
        int depth = 1;
        while (depth > 0) {
            int event = events.next();
            depth += event == XMLStreamReader.START_ELEMENT ? 1 : event == XMLStreamReader.END_ELEMENT ? -1 : 0;
        }
    }

    private void rows(XMLStreamReader events, TableText table) throws XMLStreamException {
        List<String> cells = new ArrayList<>();
        String type = "";
        int style = -1;
        String value = "";
        while (events.hasNext()) {
            int event = events.next();
            if (event == XMLStreamReader.START_ELEMENT) {
                switch (events.getLocalName()) {
                    case "row" -> cells.clear();
                    case "c" -> {
                        pad(cells, PackedDocument.attribute(events, "r"));
                        type = PackedDocument.attribute(events, "t");
                        style = number(events, "s");
                        value = "";
                    }
                    case "v" -> value = document.text(events);
                    case "t" -> value += document.text(events);
                    default -> {}
                }
            } else if (event == XMLStreamReader.END_ELEMENT) {
                if (events.getLocalName().equals("c") && cells.size() < TextLimits.CELLS) {
                    cells.add(shown(type, style, value));
                } else if (events.getLocalName().equals("row")) {
                    table.row(cells);
                }
            }
        }
    }

    /** Empty cells before this one, so that values stand below the names of their columns. */
    private static void pad(List<String> cells, String reference) {
        int column = 0;
        for (int i = 0; i < reference.length() && Character.isLetter(reference.charAt(i)); i++) {
            column = column * LETTERS + Character.toUpperCase(reference.charAt(i)) - 'A' + 1;
        }
        while (cells.size() < column - 1 && cells.size() < TextLimits.CELLS) {
            cells.add("");
        }
    }

    private String shown(String type, int style, String value) {
        if (type.equals("s")) {
            int index = value.matches("[0-9]{1,9}") ? Integer.parseInt(value) : -1;
            return index >= 0 && index < shared.size() ? shared.get(index) : "";
        }
        if (type.equals("b")) {
            return value.equals("1") ? "TRUE" : "FALSE";
        }
        if (type.isEmpty() || type.equals("n")) {
            return style >= 0 && style < isDate.size() && isDate.get(style) ? date(value) : plain(value);
        }
        return value;
    }

    private String date(String value) {
        try {
            double days = Double.parseDouble(value);
            LocalDateTime time =
                    epoch.plusSeconds(Math.round(days * SECONDS_OF_DAY)).truncatedTo(ChronoUnit.MINUTES);
            return days == Math.floor(days)
                    ? time.toLocalDate().toString()
                    : time.toString().replace('T', ' ');
        } catch (NumberFormatException | DateTimeException other) {
            return value;
        }
    }

    /** Excel stores 0.1 + 0.2 with all of its digits. */
    private static String plain(String value) {
        try {
            double number = Double.parseDouble(value);
            if (number == Math.rint(number) && Math.abs(number) < 1e15) {
                return String.valueOf((long) number);
            }
            return new BigDecimal(number)
                    .round(new MathContext(12))
                    .stripTrailingZeros()
                    .toPlainString();
        } catch (NumberFormatException other) {
            return value;
        }
    }
}
