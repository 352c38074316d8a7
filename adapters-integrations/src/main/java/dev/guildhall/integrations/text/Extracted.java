package dev.guildhall.integrations.text;

import java.util.List;

/**
 * What a document says.
 *
 * @param title empty when it has none
 * @param text without anything that a reader would not see
 * @param links in the order of the document, without repeats
 * @param truncated whether there was more
 */
public record Extracted(String title, String text, List<Link> links, boolean truncated) {
    /**
     * Where a document points to.
     *
     * @param text what a reader sees; may be empty
     * @param url http or https
     */
    public record Link(String text, String url) {}

    public Extracted {
        links = List.copyOf(links);
    }
}
