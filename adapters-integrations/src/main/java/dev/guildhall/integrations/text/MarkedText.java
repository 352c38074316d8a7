package dev.guildhall.integrations.text;

import java.util.regex.Pattern;

/** Text whose lines mark their headings as Markdown does, or whose pages end with a form feed. */
final class MarkedText {
    private static final char FORM_FEED = '\f';
    private static final Pattern FENCE = Pattern.compile("^ {0,3}(```|~~~).*");
    private static final Pattern HEADING = Pattern.compile("^ {0,3}(#{1,6})[ \\t]+(.*?)(?:[ \\t]+#+)?[ \\t]*$");
    /** In a longer line the time to look for a heading would grow with the square of its length. */
    private static final int LONGEST_HEADING = 1_000;

    private MarkedText() {}

    static void read(String text, boolean hasHeadings, DocumentSections into) {
        boolean hasPages = text.indexOf(FORM_FEED) >= 0;
        boolean isCode = false;
        int page = 0;
        for (String part : text.split("\f", TextLimits.INDEXED_PAGES + 1)) {
            page++;
            if (hasPages) {
                requirePages(page);
                into.beginPage(page);
            }
            for (String line : (Iterable<String>) part.lines()::iterator) {
                isCode ^= hasHeadings && FENCE.matcher(line).matches();
                var heading = HEADING.matcher(line);
                boolean mayBeHeading = hasHeadings && !isCode && line.length() <= LONGEST_HEADING;
                if (mayBeHeading && heading.matches()) {
                    into.heading(heading.group(1).length(), heading.group(2));
                } else {
                    into.line(line);
                }
            }
            if (hasPages) {
                into.endPage();
            }
        }
        into.end();
    }

    static void requirePages(int page) {
        if (page > TextLimits.INDEXED_PAGES) {
            throw NoText.malformed("the document has more than " + TextLimits.INDEXED_PAGES + " pages");
        }
    }
}
