package dev.guildhall.integrations.text;

import java.util.List;

/** The text of a document, without invisible characters; its links are in their order, without repeats. */
public record Extracted(String title, String text, List<Link> links, boolean truncated) {
    /** A link in a document; its visible text may be empty. */
    public record Link(String text, String url) {}

    public Extracted {
        links = List.copyOf(links);
    }
}
