package dev.guildhall.ports.key;

import java.time.Instant;

/**
 * A key pair that signs access tokens, in one phase.
 *
 * @param material the key pair
 * @param createdAt when it was created
 * @param phase its phase
 */
public record SigningKey(KeyMaterial material, Instant createdAt, KeyPhase phase) {
    /** The {@code kid} of its tokens. */
    public String keyId() {
        return material.keyId();
    }

    /** The same key in another phase. */
    public SigningKey in(KeyPhase other) {
        return new SigningKey(material, createdAt, other);
    }
}
