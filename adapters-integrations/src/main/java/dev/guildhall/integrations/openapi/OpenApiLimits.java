package dev.guildhall.integrations.openapi;

final class OpenApiLimits {
    /** The largest number of tools of one document. */
    static final int TOOLS = 200;

    /** The largest number of operations whose reasons a message names. */
    static final int REASONS = 3;

    /** The largest number of parameters of one tool. */
    static final int PARAMETERS = 200;

    /** The largest number of schemas that a tool's schema refers to; further ones accept any value. */
    static final int DEFINITIONS = 100;

    /** The longest schema of a tool, in characters. */
    static final int SCHEMA = 128 * 1024;

    /** The longest chain of references, and the deepest nesting of {@code allOf}. */
    static final int CHAIN = 16;

    /** The longest description of a tool, in characters. */
    static final int DESCRIPTION = 4000;

    /** The longest description within a schema, in characters. */
    static final int SCHEMA_DESCRIPTION = 1000;

    /** The longest name of an action or a parameter, in characters. */
    static final int NAME = 63;

    private OpenApiLimits() {}
}
