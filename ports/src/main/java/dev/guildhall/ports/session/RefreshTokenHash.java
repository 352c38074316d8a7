package dev.guildhall.ports.session;

/**
 * What is kept of a refresh token.
 *
 * @param value SHA-256 of the token, lower-case hexadecimal
 */
public record RefreshTokenHash(String value) {}
