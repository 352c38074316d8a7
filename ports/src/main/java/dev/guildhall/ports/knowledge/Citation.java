package dev.guildhall.ports.knowledge;

import java.util.Optional;

/**
 * A passage that an answer uses.
 *
 * @param number the {@code n} of {@code [n]} in the text of the answer, 1 or more
 * @param document the document of the passage
 * @param name the document's name when the answer was given
 * @param page the page of the passage, 1 or more; absent for documents without pages
 * @param quote the beginning of the passage
 * @param passage the number of the passage in its document, 0 or more; absent in answers of earlier versions
 */
public record Citation(
        int number,
        DocumentId document,
        String name,
        Optional<Integer> page,
        String quote,
        Optional<Integer> passage) {}
