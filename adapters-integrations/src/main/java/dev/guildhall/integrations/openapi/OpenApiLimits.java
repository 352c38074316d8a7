package dev.guildhall.integrations.openapi;

/** Every bound of this package. */
final class OpenApiLimits {
    /** The most tools of one document. */
    static final int TOOLS = 200;

    /** The most parameters of one tool. */
    static final int PARAMETERS = 200;

    /** The most schemas that a tool's own refers to; what is behind them is left open. */
    static final int DEFINITIONS = 100;

    /** The most characters of a tool's schema. */
    static final int SCHEMA = 128 * 1024;

    /** The longest chain of references from one to the next, and the deepest nesting of {@code allOf}. */
    static final int CHAIN = 16;

    /** The most characters of a tool's description. */
    static final int DESCRIPTION = 4000;

    /** The most characters of a description within a schema. */
    static final int SCHEMA_DESCRIPTION = 1000;

    /** The most characters of an action's name and of a parameter's. */
    static final int NAME = 63;

    private OpenApiLimits() {}
}
