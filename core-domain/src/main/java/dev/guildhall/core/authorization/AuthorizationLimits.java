package dev.guildhall.core.authorization;

import dev.guildhall.ports.RateLimit;
import java.time.Duration;

final class AuthorizationLimits {
    /** How long a code can be redeemed: a client redeems it at once. */
    static final Duration CODE_LIFE = Duration.ofMinutes(1);

    /** How many registered clients are stored. */
    static final int CLIENTS = 10_000;

    /** Registrations from one address. */
    static final RateLimit REGISTRATIONS = new RateLimit(10);

    /** Consents of one user. */
    static final RateLimit CONSENTS = new RateLimit(30);

    /** Documents that are read because of one user's requests. */
    static final RateLimit DOCUMENTS = new RateLimit(30);

    /** How long a document that was read is used again. */
    static final Duration DOCUMENT_LIFE = Duration.ofMinutes(5);

    /** How many documents are kept in memory. */
    static final int DOCUMENTS_KEPT = 1000;

    private AuthorizationLimits() {}
}
