package dev.guildhall.integrations.text;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** The text of a PowerPoint document: each slide is a page, its title the heading, with the notes of the speaker. */
final class SlideText {
    private static final String PRESENTATION = "ppt/presentation.xml";

    private final PackedDocument document;
    private final StringBuilder paragraph = new StringBuilder();
    private final StringBuilder title = new StringBuilder();
    private final List<String> lines = new ArrayList<>();
    private final List<String> cells = new ArrayList<>();
    private boolean isTitle;
    private boolean isSkipped;
    private int tables;

    private SlideText(PackedDocument document) {
        this.document = document;
    }

    static void read(PackedDocument document, DocumentSections into) throws IOException {
        Map<String, String> targets = document.targets(PRESENTATION);
        List<String> slides = new ArrayList<>();
        document.read(PRESENTATION, events -> {
            while (events.hasNext()) {
                if (events.next() == XMLStreamReader.START_ELEMENT
                        && events.getLocalName().equals("sldId")) {
                    MarkedText.requirePages(slides.size() + 1);
                    PackedDocument.reference(events).map(targets::get).ifPresent(slides::add);
                }
            }
        });
        for (int i = 0; i < slides.size(); i++) {
            into.beginPage(i + 1);
            slide(document, slides.get(i), into);
            into.endPage();
        }
    }

    private static void slide(PackedDocument document, String part, DocumentSections into) throws IOException {
        SlideText slide = new SlideText(document);
        document.read(part, slide::shapes);
        into.heading(1, slide.title.toString());
        slide.lines.forEach(into::line);
        for (String target : document.targets(part).values()) {
            if (target.contains("/notesSlides/")) {
                SlideText notes = new SlideText(document);
                document.read(target, notes::shapes);
                notes.lines.forEach(into::line);
            }
        }
        into.end();
    }

    private void shapes(XMLStreamReader events) throws XMLStreamException {
        while (events.hasNext()) {
            switch (events.next()) {
                case XMLStreamReader.START_ELEMENT -> begin(events);
                case XMLStreamReader.END_ELEMENT -> end(events.getLocalName());
                default -> {}
            }
        }
    }

    private void begin(XMLStreamReader events) throws XMLStreamException {
        switch (events.getLocalName()) {
            case "sp" -> {
                isTitle = false;
                isSkipped = false;
            }
            case "ph" -> {
                String type = PackedDocument.attribute(events, "type");
                isTitle = type.equals("title") || type.equals("ctrTitle");
                isSkipped = type.equals("sldNum") || type.equals("dt") || type.equals("ftr") || type.equals("sldImg");
            }
            case "t" -> paragraph.append(document.text(events));
            case "br" -> paragraph.append('\n');
            case "tbl" -> tables++;
            case "tr" -> cells.clear();
            default -> {}
        }
    }

    private void end(String name) {
        switch (name) {
            case "p" -> {
                if (tables == 0) {
                    endParagraph();
                } else {
                    paragraph.append(' ');
                }
            }
            case "tc" -> {
                cells.add(paragraph.toString());
                paragraph.setLength(0);
            }
            case "tr" -> lines.add(TableText.line(cells));
            case "tbl" -> tables--;
            default -> {}
        }
    }

    private void endParagraph() {
        if (isTitle) {
            title.append(paragraph).append(' ');
        } else if (!isSkipped && !paragraph.isEmpty()) {
            lines.add(paragraph.toString());
        }
        paragraph.setLength(0);
    }
}
