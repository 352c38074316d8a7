package dev.guildhall.ports.session;

/**
 * One of the caller's sessions.
 *
 * @param session what is known of it
 * @param current whether it is the one that the caller's token belongs to
 */
public record OwnSession(Session session, boolean current) {}
