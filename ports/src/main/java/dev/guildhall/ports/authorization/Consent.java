package dev.guildhall.ports.authorization;

/**
 * What a user is asked to agree to.
 *
 * @param client the client that asks
 * @param redirect where the user is sent back to, one of the client's addresses
 */
public record Consent(OAuthClient client, ClientRedirect redirect) {}
