package dev.guildhall.integrations.openapi;

final class OpenApiLimits {
    /** The largest document, in bytes as UTF-8. */
    static final int DOCUMENT_BYTES = 5 * 1024 * 1024;

    /** The deepest nesting of a document, its aliases replaced by what they stand for. */
    static final int DEPTH = 100;

    /** The largest number of values that the aliases of a YAML document stand for. */
    static final int ALIASED = 1_000_000;

    /** The largest size of all schemas of a document's tools, in characters. */
    static final long SCHEMAS = 32L * 1024 * 1024;

    /** The smallest share of {@link #SCHEMAS} of one tool, in characters; a document of few operations has more. */
    static final int SCHEMA_SHARE = 4 * 1024;

    /** The longest schema of a tool, in characters. */
    static final int SCHEMA = 128 * 1024;

    /** The largest number of operations whose reasons a message names. */
    static final int REASONS = 3;

    /** The largest number of parameters of one tool. */
    static final int PARAMETERS = 200;

    /** The largest number of schemas that a tool's schema refers to; further ones accept any value. */
    static final int DEFINITIONS = 100;

    /** The longest chain of references, and the deepest nesting of {@code allOf}. */
    static final int CHAIN = 16;

    /** The largest number of schemas that {@code allOf} joins in one body. */
    static final int PARTS = 200;

    /** The largest number of media types, security requirements and variables of a server that are looked at. */
    static final int ALTERNATIVES = 50;

    /** The longest description of a tool, in characters. */
    static final int DESCRIPTION = 4000;

    /** The longest description within a schema, in characters. */
    static final int SCHEMA_DESCRIPTION = 1000;

    /** The longest title and the longest description of an API, in characters. */
    static final int TITLE = 100;

    static final int API_DESCRIPTION = 2000;

    /** The longest name of an action or a parameter, in characters. */
    static final int NAME = 63;

    private OpenApiLimits() {}
}
