package dev.guildhall.ports.webchat;

/**
 * A browser session that has just been opened.
 *
 * @param key for the cookie; it is told this once
 * @param user who uses the session
 */
public record OpenedSession(SessionKey key, WebUser user) {}
