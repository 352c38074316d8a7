package dev.guildhall.http;

/** Who may send a request to a route at all. */
public enum Access {
    /** Everybody, signed in or not; a token that is sent is not looked at. */
    PUBLIC,
    /** Whoever sends a good access token in the {@code Authorization} header. */
    BEARER
}
