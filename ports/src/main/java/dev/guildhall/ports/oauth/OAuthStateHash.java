package dev.guildhall.ports.oauth;

/**
 * What is kept of a state.
 *
 * @param value SHA-256 of the state, lower-case hexadecimal
 */
public record OAuthStateHash(String value) {}
