package dev.guildhall.integrations.text;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/** Collects the links of a page. Not thread-safe. */
final class Links {
    private final Map<String, Element> byUrl = new LinkedHashMap<>();

    /** Adds a link to a page, up to the limit. */
    void add(Element anchor) {
        String url = anchor.absUrl("href");
        if (byUrl.size() < TextLimits.LINKS
                && url.length() <= TextLimits.URL_CHARACTERS
                && (url.startsWith("http://") || url.startsWith("https://"))
                && url.codePoints().allMatch(ReadableText::isVisible)) {
            byUrl.putIfAbsent(url, anchor);
        }
    }

    /** All links except those within the page itself. */
    List<Extracted.Link> found(Document page) {
        String here = page.location() + "#";
        return byUrl.entrySet().stream()
                .filter(link -> !link.getKey().startsWith(here))
                .map(link -> new Extracted.Link(
                        ReadableText.line(link.getValue().text(), TextLimits.LINE_CHARACTERS), link.getKey()))
                .toList();
    }
}
