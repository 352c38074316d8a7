package dev.guildhall.ports.key;

import java.time.Instant;

/**
 * What an admin sees of a signing key: nothing that signs.
 *
 * @param keyId the {@code kid} of its tokens
 * @param createdAt when it was made
 * @param phase whether it will sign, signs, or has signed
 */
public record SigningKeyDetails(String keyId, Instant createdAt, KeyPhase phase) {}
