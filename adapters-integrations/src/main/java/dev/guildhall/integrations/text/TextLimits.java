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

    /** The largest number of pages of a document that is indexed. */
    static final int INDEXED_PAGES = 5_000;

    /** The largest total size of the streams and parts of such a document, in bytes. */
    static final long INDEXED_UNPACKED_BYTES = 2L * 1024 * 1024 * 1024;

    /** The largest part of a packed document, in bytes. */
    static final long PART_BYTES = 256L * 1024 * 1024;

    /** How many times larger than its packed form a part may be, once it has {@link #PACKED_WELL_BYTES}. */
    static final long MOST_RATIO = 200;

    /** What a part may have in any case, in bytes. */
    static final long PACKED_WELL_BYTES = 16L * 1024 * 1024;

    /** The largest number of parts of a packed document. */
    static final int PARTS = 20_000;

    /** The largest document that is read in memory as a whole, in bytes. */
    static final int WHOLE_BYTES = 64 * 1024 * 1024;

    /** The largest number of characters of a document that is indexed. */
    static final int INDEXED_CHARACTERS = 20_000_000;

    /** How many characters of such a document are passed on together at most, but for a longer line. */
    static final int PASSED_AT_ONCE = 64 * 1024;

    /** The largest number of formats, styles or references of a packed document that are looked at. */
    static final int DEFINITIONS = 100_000;

    /** The largest number of elements of a page or of an XML document. */
    static final int ELEMENTS = 1_000_000;

    /** The largest number of cells of a row that are read. */
    static final int CELLS = 1_000;

    /** How long the reading of a document that is indexed may take. */
    static final Duration INDEXING_TIME = Duration.ofMinutes(15);

    /** The age of a copy that a killed process has left. */
    static final Duration LEFT_OVER = Duration.ofHours(1);

    /** The largest number of documents that are read for their index at the same time. */
    static final int INDEXED_AT_ONCE = 4;

    private TextLimits() {}
}
