package dev.guildhall.ports.key;

import java.time.Instant;

/**
 * What an admin sees of a signing key: no private part.
 *
 * @param keyId the {@code kid} of its tokens
 * @param createdAt when it was created
 * @param phase its phase
 */
public record SigningKeyDetails(String keyId, Instant createdAt, KeyPhase phase) {}
