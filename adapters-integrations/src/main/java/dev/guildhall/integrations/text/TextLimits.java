package dev.guildhall.integrations.text;

import java.time.Duration;

/** Every bound of this package that a caller does not set. */
final class TextLimits {
    /** The most bytes of a document. */
    static final int DOCUMENT_BYTES = 5 * 1024 * 1024;

    /** The most characters of a title, and of the text of a link. */
    static final int LINE_CHARACTERS = 300;

    /** The most characters of a link's address. */
    static final int URL_CHARACTERS = 2000;

    /** The most links that are told. */
    static final int LINKS = 100;

    /** The deepest nesting of elements; what is deeper is read as if it were not. */
    static final int DEPTH = 512;

    /** The most pages of a PDF that are read. */
    static final int PAGES = 300;

    /** The most bytes that the streams of a PDF unpack to, all together. */
    static final long UNPACKED_BYTES = 64L * 1024 * 1024;

    /** The most operators of a PDF's pages. */
    static final int OPERATORS = 2_000_000;

    /** How often forms, which may be within each other, are drawn. */
    static final int FORMS = 5000;

    /** The longest row of a PDF's packed stream, in bytes. */
    static final int ROW_BYTES = 1024 * 1024;

    /** How long one document may take. */
    static final Duration TIME = Duration.ofSeconds(15);

    /** Documents that are read at once. */
    static final int DOCUMENTS = 4;

    private TextLimits() {}
}
