package dev.guildhall.integrations.text;

/**
 * The decompressed document is too large. Not an IOException, which the parser would treat as a fault to work around.
 */
final class TooMuch extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TooMuch() {
        super("the decompressed document is too large", null, false, false);
    }
}
