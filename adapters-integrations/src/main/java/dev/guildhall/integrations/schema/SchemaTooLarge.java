package dev.guildhall.integrations.schema;

/** A schema has more to look at, written out, than is looked at. */
final class SchemaTooLarge extends RuntimeException {
    private static final long serialVersionUID = 1L;

    SchemaTooLarge() {
        super("a schema has too much to look at", null, false, false);
    }
}
