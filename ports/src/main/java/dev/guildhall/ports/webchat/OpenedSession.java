package dev.guildhall.ports.webchat;

/**
 * A browser session that has just begun.
 *
 * @param key for the cookie; this is the only time that it is returned
 * @param user the user of the session
 */
public record OpenedSession(SessionKey key, WebUser user) {}
