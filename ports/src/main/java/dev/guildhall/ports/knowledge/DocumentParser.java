package dev.guildhall.ports.knowledge;

import java.io.InputStream;
import java.util.Optional;

/** Driven port: reads the text of documents by its structure. */
public interface DocumentParser {
    /**
     * A document to read.
     *
     * @param name the name of its file, whose ending tells formats apart that their content does not
     * @param contentType a media type, detected from the content
     * @param size in bytes
     * @param content from its beginning; the caller closes it
     */
    record Source(String name, String contentType, long size, InputStream content) {}

    /**
     * A part of a document between two headings or page ends.
     *
     * @param page 1 or more; absent for documents without pages
     * @param heading the headings above it, the outermost first; empty when there are none
     * @param text paragraphs and lines of tables, each on its own line; cells are separated by {@code |}
     * @param header the first line of a table of which {@code text} has all other lines, repeated in each passage of it;
     *     empty for other text
     */
    record Section(Optional<Integer> page, String heading, String text, String header) {
        /** A part that is no table. */
        public Section(Optional<Integer> page, String heading, String text) {
            this(page, heading, text, "");
        }
    }

    /** Takes the parts of a document in their order. */
    interface Sections {
        /**
         * Takes one part.
         *
         * @throws RuntimeException to end the reading, for example when the document was deleted meanwhile
         */
        void add(Section section);

        /**
         * A page has been read, also one without text.
         *
         * @param page 1 or more
         */
        void read(int page);

        /**
         * The reading goes on: called often, also where a document has no text for long.
         *
         * @throws RuntimeException as {@link #add}
         */
        default void goesOn() {}
    }

    /**
     * Reads a document part by part. Blocks while it works, within limits of time and memory; an interrupt ends it.
     *
     * @return the title that the document has beside its name; empty when it has none
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Invalid} of the field {@code document}, whose
     *     message is one sentence for its owner, when it has no text, is malformed, is encrypted or is too large
     */
    String parse(Source source, Sections sections);
}
