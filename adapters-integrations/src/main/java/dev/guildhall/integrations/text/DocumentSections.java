package dev.guildhall.integrations.text;

import dev.guildhall.ports.knowledge.DocumentParser.Section;
import dev.guildhall.ports.knowledge.DocumentParser.Sections;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Collects the lines of a document, and passes them on where a heading or a page begins. To be used once. */
final class DocumentSections {
    private static final int LEVELS = 9;
    private static final String BETWEEN = " \u203a ";

    private final Sections sections;
    private final List<String> headings = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();
    private Optional<Integer> page = Optional.empty();

    DocumentSections(Sections sections) {
        this.sections = sections;
    }

    /** Called often while the document is read. */
    void goesOn() {
        sections.goesOn();
    }

    /** The text from here on is on this page, 1 or more. */
    void beginPage(int number) {
        end();
        page = Optional.of(number);
    }

    /** The page has been read. */
    void endPage() {
        end();
        page.ifPresent(sections::read);
    }

    /** All pages have been read, also the last ones without text. */
    void endPages(int number) {
        end();
        sections.read(number);
    }

    /** A heading; the text from here on is below it. */
    void heading(int level, String words) {
        String line = ReadableText.line(words, TextLimits.LINE_CHARACTERS);
        if (line.isEmpty()) {
            return;
        }
        end();
        int depth = Math.clamp(level, 1, LEVELS) - 1;
        while (headings.size() > depth) {
            headings.removeLast();
        }
        while (headings.size() < depth) {
            headings.add("");
        }
        headings.add(line);
    }

    void line(String words) {
        ReadableText line = new ReadableText(TextLimits.INDEXED_CHARACTERS);
        line.exactly(words);
        text.append(line).append('\n');
        if (text.length() >= TextLimits.PASSED_AT_ONCE) {
            end();
        }
    }

    /** Lines of a table below its first line. */
    void table(String header, List<String> rows) {
        end();
        if (!rows.isEmpty()) {
            sections.add(new Section(page, heading(), String.join("\n", rows), header));
        }
    }

    void end() {
        if (!text.toString().isBlank()) {
            sections.add(new Section(page, heading(), text.toString()));
        }
        text.setLength(0);
    }

    private String heading() {
        return headings.stream().filter(words -> !words.isEmpty()).collect(Collectors.joining(BETWEEN));
    }
}
