package dev.guildhall.integrations.provider;

/** What a provider does to its answers on their way. */
public enum TransportFault {
    /** Status 503. */
    FAILS,
    /** Nothing, until the test is over. */
    IS_SILENT,
    /** The beginning of an answer, then the end of the connection. */
    BREAKS_OFF,
    /** Something that is not JSON. */
    IS_GARBAGE,
    /** More than anybody should read. */
    IS_ENDLESS,
    /** A redirect to where the answer is. */
    REDIRECTS
}
