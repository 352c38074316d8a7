package dev.guildhall.ports.oauth;

import dev.guildhall.ports.problem.Refusal;

/**
 * The code that a provider gives to the browser, to be exchanged once.
 *
 * @param value 1 to 4096 visible ASCII characters or spaces
 */
public record AuthorizationCode(String value) {
    private static final int MAX = 4096;

    public AuthorizationCode {
        if (value.isEmpty() || value.length() > MAX || !value.chars().allMatch(c -> c >= ' ' && c < 0x7f)) {
            throw Refusal.invalid("code", "must be 1 to " + MAX + " visible ASCII characters");
        }
    }

    @Override
    public String toString() {
        return "AuthorizationCode[…]";
    }
}
