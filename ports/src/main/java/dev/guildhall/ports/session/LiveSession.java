package dev.guildhall.ports.session;

import dev.guildhall.ports.account.Account;

/**
 * A session that has neither ended nor expired, with the account that it belongs to.
 *
 * @param session the session
 * @param account its account, in its current state
 */
public record LiveSession(Session session, Account account) {}
