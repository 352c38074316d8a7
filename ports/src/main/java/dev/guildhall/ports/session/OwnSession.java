package dev.guildhall.ports.session;

/**
 * One of the caller's sessions.
 *
 * @param session the session
 * @param current whether the caller's token belongs to it
 */
public record OwnSession(Session session, boolean current) {}
