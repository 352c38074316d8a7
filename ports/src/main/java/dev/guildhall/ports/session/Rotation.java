package dev.guildhall.ports.session;

import dev.guildhall.ports.account.Account;

/** What became of a refresh token that was presented. */
public sealed interface Rotation {
    /**
     * It was the current one; now the successor is.
     *
     * @param session the session that it belongs to
     * @param account the account that the session belongs to, for the access token that goes with the successor
     */
    record Rotated(Session session, Account account) implements Rotation {}

    /**
     * It is the one that the current token was given for, and comes again while the grace lasts: it gets that token once
     * more. Nothing was changed.
     *
     * @param session the session that it belongs to
     * @param account the account that the session belongs to
     * @param salt what the current token was made of, beside the one that was presented
     */
    record Repeated(Session session, Account account, String salt) implements Rotation {}

    /**
     * It had been used before. That is theft: the whole session was ended by the same write.
     *
     * @param session the session that was ended
     */
    record Reused(Session session) implements Rotation {}

    /** It is unknown, has expired, or belongs to a session that has ended. */
    record Refused() implements Rotation {}
}
