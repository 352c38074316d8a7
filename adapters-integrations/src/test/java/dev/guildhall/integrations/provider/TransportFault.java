package dev.guildhall.integrations.provider;

/** The faults of a provider's responses. */
public enum TransportFault {
    /** Status 503. */
    FAILS,
    /** No response until the test ends. */
    IS_SILENT,
    /** The beginning of a response, then the end of the connection. */
    BREAKS_OFF,
    /** Something that is not JSON. */
    IS_GARBAGE,
    /** A response without an end. */
    IS_ENDLESS,
    /** A redirect to the address of the response. */
    REDIRECTS
}
