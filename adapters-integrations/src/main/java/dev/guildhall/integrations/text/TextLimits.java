package dev.guildhall.integrations.text;

import java.time.Duration;

/** The limits of this package that a caller does not set. */
final class TextLimits {
    /** The largest document, in bytes. */
    static final int DOCUMENT_BYTES = 5 * 1024 * 1024;

    /** The longest title, and the longest text of a link, in characters. */
    static final int LINE_CHARACTERS = 300;

    /** The longest address of a link, in characters. */
    static final int URL_CHARACTERS = 2000;

    /** The largest number of links in a result. */
    static final int LINKS = 100;

    /** The deepest nesting of elements; deeper elements count as if they were at this level. */
    static final int DEPTH = 512;

    /** The largest number of a PDF's pages that are read. */
    static final int PAGES = 300;

    /** The largest total size of a PDF's decompressed streams, in bytes. */
    static final long UNPACKED_BYTES = 64L * 1024 * 1024;

    /** The largest number of operators on a PDF's pages. */
    static final int OPERATORS = 2_000_000;

    /** How often forms, which may be nested, are drawn. */
    static final int FORMS = 5000;

    /** The longest row of a PDF's compressed stream, in bytes. */
    static final int ROW_BYTES = 1024 * 1024;

    /** How long one document may take. */
    static final Duration TIME = Duration.ofSeconds(15);

    /** The number of documents that are read at the same time. */
    static final int DOCUMENTS = 4;

    private TextLimits() {}
}
