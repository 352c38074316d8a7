package dev.guildhall.http;

import dev.guildhall.ports.webchat.WebSessions;

/**
 * How the browser sessions of an installation are known.
 *
 * @param sessions finds out who uses one
 * @param cookie has the key of one
 */
public record BrowserSessions(WebSessions sessions, SessionCookie cookie) {}
