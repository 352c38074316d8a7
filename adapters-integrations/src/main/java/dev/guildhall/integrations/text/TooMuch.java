package dev.guildhall.integrations.text;

/** A document unpacks to more than may be. It is no IOException, which the parser would take for a fault to work around. */
final class TooMuch extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TooMuch() {
        super("too much", null, false, false);
    }
}
