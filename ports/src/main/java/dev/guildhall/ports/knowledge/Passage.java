package dev.guildhall.ports.knowledge;

import java.util.Optional;

/**
 * A passage of a document.
 *
 * @param document the document
 * @param number its place in the document, 0 for the first one
 * @param page the page on which it begins, 1 or more; absent for documents without pages
 * @param heading the headings above it, the outermost first; empty when there are none
 * @param text its text, not blank
 */
public record Passage(DocumentId document, int number, Optional<Integer> page, String heading, String text) {}
