package dev.guildhall.http;

/** Who may send a request to a route at all. */
public enum Access {
    /** Everybody, signed in or not; a token that is sent is not looked at. */
    PUBLIC,
    /** As {@link #PUBLIC}, but the bearer of a good access token is known; a token that is not good counts as none. */
    OPTIONAL,
    /**
     * As {@link #PUBLIC}, for addresses that carry a signature, which the endpoint checks: pages of any origin may read the
     * answer, without credentials.
     */
    LINK,
    /** As {@link #PUBLIC}; each request counts as an attempt to sign in. */
    SIGN_IN,
    /** Whoever sends a good access token in the {@code Authorization} header. */
    BEARER,
    /**
     * The user of a browser session, known by its cookie; pages of other origins are refused, even where they are allowed
     * otherwise.
     */
    SESSION
}
