package dev.guildhall.integrations.schema;

/** The expanded schema has more keywords than the limit. */
final class SchemaTooLarge extends RuntimeException {
    private static final long serialVersionUID = 1L;

    SchemaTooLarge() {
        super("the expanded schema is too large", null, false, false);
    }
}
