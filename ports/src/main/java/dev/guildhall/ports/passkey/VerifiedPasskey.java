package dev.guildhall.ports.passkey;

/**
 * The part of a new passkey that an authenticator has vouched for.
 *
 * @param credentialId names it
 * @param publicKey as {@link Passkey#publicKey}
 * @param counter of its signatures, from 0 to 2³² - 1; 0 where the authenticator does not count
 */
public record VerifiedPasskey(Base64Url credentialId, Base64Url publicKey, long counter) {}
