package dev.guildhall.ports.account;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/**
 * The secret with which the first account is registered, which then gets the role {@code admin}. The operator reads it
 * from the output of the first start.
 *
 * @param value any text
 */
public record SetupToken(String value) {
    /** Compares in a time that reveals nothing about the other token. */
    public boolean matches(SetupToken other) {
        return MessageDigest.isEqual(
                value.getBytes(StandardCharsets.UTF_8), other.value.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public String toString() {
        return "SetupToken[…]";
    }
}
