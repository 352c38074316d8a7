package dev.guildhall.integrations.discovery;

import java.time.Duration;

final class DiscoveryLimits {
    /** For one request; a user waits at the browser. */
    static final Duration TIMEOUT = Duration.ofSeconds(8);

    static final int DOCUMENT_BYTES = 256 * 1024;
    static final int SCOPES = 100;
    static final int TEXT = 2048;

    /** Issuers at which one integration is registered at the same time. */
    static final int REGISTRATIONS = 16;

    private DiscoveryLimits() {}
}
