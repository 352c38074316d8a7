package dev.guildhall.ports.trigger;

/**
 * The secret of a trigger, shown once.
 *
 * @param value {@code whsec_} and the key of its signatures in base64
 */
public record TriggerSecret(String value) {
    public static final String PREFIX = "whsec_";

    /** Does not contain the secret. */
    @Override
    public String toString() {
        return "TriggerSecret[…]";
    }
}
