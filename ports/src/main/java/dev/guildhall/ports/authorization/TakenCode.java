package dev.guildhall.ports.authorization;

/**
 * A code that was found.
 *
 * @param code the stored code
 * @param first whether this call is the first one that takes it
 */
public record TakenCode(AuthorizedCode code, boolean first) {}
