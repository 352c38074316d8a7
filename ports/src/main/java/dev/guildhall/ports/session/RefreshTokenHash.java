package dev.guildhall.ports.session;

/**
 * The stored form of a refresh token.
 *
 * @param value SHA-256 of the token, lower-case hexadecimal
 */
public record RefreshTokenHash(String value) {}
