package dev.guildhall.core.knowledge;

import dev.guildhall.ports.knowledge.DocumentId;
import dev.guildhall.ports.knowledge.DocumentParser;
import dev.guildhall.ports.knowledge.Passage;
import java.text.BreakIterator;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Splits a document into passages by its structure: a passage has the text of one page, ends where a line ends, and
 * where a heading begins unless it is short. A table that is longer has its first line in each of its passages.
 */
final class PassageSplitter {
    /** What the embedding model reads of a text: about 256 word pieces. */
    private static final int USUAL = 900;
    /** A passage that is shorter takes the text below the next heading of its page too. */
    private static final int SHORT = 250;
    /** The most characters of a line that is not split at sentences. */
    private static final int LONG_LINE = 1_200;

    private static final int MOST_HEADING = 300;

    private final DocumentId document;
    private final Runnable goesOn;
    private final List<Passage> passages = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();
    private Optional<Integer> page = Optional.empty();
    /** That of the first text of the passage. */
    private String heading = "";
    /** That of the newest text. */
    private String newest = "";

    private String header = "";
    private boolean hasOnlyHeader;

    /** @param goesOn is called for each passage */
    PassageSplitter(DocumentId document, Runnable goesOn) {
        this.document = document;
        this.goesOn = goesOn;
    }

    void add(DocumentParser.Section section) {
        boolean joins = section.page().equals(page)
                && section.header().isEmpty()
                && header.isEmpty()
                && (text.length() < SHORT || section.heading().equals(heading));
        newest = cut(section.heading());
        if (!joins) {
            endPassage();
            page = section.page();
            heading = newest;
            header = cut(section.header());
        } else if (text.isEmpty() || heading.isEmpty()) {
            heading = newest;
        } else if (!section.heading().equals(heading)) {
            line(last(section.heading()));
        }
        begin();
        section.text().lines().forEach(this::addLine);
        if (!header.isEmpty()) {
            endPassage();
            header = "";
        }
    }

    /** The passages of all that was added. */
    List<Passage> end() {
        endPassage();
        return List.copyOf(passages);
    }

    private void endPassage() {
        String whole = text.toString().strip();
        if (!whole.isEmpty() && !hasOnlyHeader) {
            passages.add(new Passage(document, passages.size(), page, heading, whole));
        }
        text.setLength(0);
        hasOnlyHeader = false;
    }

    private void begin() {
        if (text.isEmpty() && !header.isEmpty()) {
            text.append(header).append('\n');
            hasOnlyHeader = true;
        }
    }

    private void addLine(String whole) {
        int from = 0;
        while (whole.length() - from > LONG_LINE) {
            String beginning = whole.substring(from, from + LONG_LINE);
            int end = sentenceEnd(beginning);
            partOfLine(beginning.substring(0, end));
            from += end;
        }
        partOfLine(whole.substring(from));
    }

    private void partOfLine(String part) {
        String words = part.strip();
        if (!words.isEmpty()) {
            line(words);
        }
    }

    private void line(String line) {
        if (!text.isEmpty() && !hasOnlyHeader && text.length() + line.length() > USUAL) {
            split();
        }
        text.append(line).append('\n');
        hasOnlyHeader = false;
    }

    private void split() {
        goesOn.run();
        String whole = text.toString().strip();
        passages.add(new Passage(document, passages.size(), page, heading, whole));
        text.setLength(0);
        heading = newest;
        begin();
    }

    /** Where the last sentence ends that fits, else the last word, else the text. */
    private static int sentenceEnd(String line) {
        BreakIterator sentences = BreakIterator.getSentenceInstance(Locale.ROOT);
        sentences.setText(line);
        int end = sentences.preceding(USUAL);
        if (end > SHORT) {
            return end;
        }
        int space = line.lastIndexOf(' ', USUAL);
        if (space > SHORT) {
            return space;
        }
        return Character.isHighSurrogate(line.charAt(USUAL - 1)) ? USUAL - 1 : USUAL;
    }

    private static String last(String headings) {
        return headings.substring(headings.lastIndexOf(HEADINGS) + 1).strip();
    }

    private static final char HEADINGS = '\u203a';

    private static String cut(String line) {
        return line.length() <= MOST_HEADING ? line : line.substring(0, MOST_HEADING);
    }
}
