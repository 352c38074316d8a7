package dev.guildhall.integrations.schema;

/** Matching a pattern took more steps than are allowed. */
final class PatternTooSlow extends RuntimeException {
    private static final long serialVersionUID = 1L;

    PatternTooSlow() {
        super("a pattern took too many steps", null, false, false);
    }
}
