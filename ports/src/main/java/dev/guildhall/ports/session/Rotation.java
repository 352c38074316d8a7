package dev.guildhall.ports.session;

import dev.guildhall.ports.account.Account;

/** The result of the exchange of a refresh token. */
public sealed interface Rotation {
    /**
     * It was the current token; its successor is the current one now.
     *
     * @param session the session that it belongs to
     * @param account the account of the session, for the new access token
     */
    record Rotated(Session session, Account account) implements Rotation {}

    /**
     * It is the predecessor of the current token, sent again within the grace period: the client gets the current token
     * once more. Nothing was changed.
     *
     * @param session the session that it belongs to
     * @param account the account of the session
     * @param salt the current token was derived from it and the presented token
     */
    record Repeated(Session session, Account account, String salt) implements Rotation {}

    /**
     * It was used before. That counts as theft: the same write ended the whole session.
     *
     * @param session the session that was ended
     */
    record Reused(Session session) implements Rotation {}

    /** It is unknown, has expired, or belongs to a session that has ended. */
    record Refused() implements Rotation {}
}
