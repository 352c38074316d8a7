package dev.guildhall.http;

/** Who may send a request to a route at all. */
public enum Access {
    /** Any client, signed in or not; the server ignores a token in the request. */
    PUBLIC,
    /** As {@link #PUBLIC}, but a valid access token identifies the caller; an invalid token counts as no token. */
    OPTIONAL,
    /**
     * As {@link #PUBLIC}, for addresses that carry a signature, which the endpoint checks: pages of any origin may read
     * the response, without credentials.
     */
    LINK,
    /** As {@link #PUBLIC}; each request counts as a sign-in attempt. */
    SIGN_IN,
    /** A client that sends a valid access token in the {@code Authorization} header. */
    BEARER,
    /**
     * The user of a browser session, identified by its cookie. Requests of pages of other origins are refused, even of
     * origins that are allowed elsewhere.
     */
    SESSION
}
