package dev.guildhall.ports.oauth;

/**
 * The stored form of a state.
 *
 * @param value SHA-256 of the state, lower-case hexadecimal
 */
public record OAuthStateHash(String value) {}
