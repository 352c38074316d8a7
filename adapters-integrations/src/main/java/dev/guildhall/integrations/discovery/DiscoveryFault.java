package dev.guildhall.integrations.discovery;

/** A sign-in cannot be discovered; the message completes a sentence about the integration. It has no stack trace. */
final class DiscoveryFault extends Exception {
    private static final long serialVersionUID = 1L;

    DiscoveryFault(String message) {
        super(message, null, false, false);
    }

    String words() {
        return String.valueOf(getMessage());
    }
}
