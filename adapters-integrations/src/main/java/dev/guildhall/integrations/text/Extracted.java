package dev.guildhall.integrations.text;

import java.util.List;

/**
 * The text of a document.
 *
 * @param title empty when it has none
 * @param text without invisible characters
 * @param links in the order of the document, without repeats
 * @param truncated whether the document has more text
 */
public record Extracted(String title, String text, List<Link> links, boolean truncated) {
    /**
     * A link in a document.
     *
     * @param text the visible text; may be empty
     * @param url http or https
     */
    public record Link(String text, String url) {}

    public Extracted {
        links = List.copyOf(links);
    }
}
