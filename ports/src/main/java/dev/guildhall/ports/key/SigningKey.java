package dev.guildhall.ports.key;

import java.time.Instant;

/**
 * A key pair that access tokens are signed with, in one phase of its life.
 *
 * @param material the key pair
 * @param createdAt when it was made
 * @param phase whether it will sign, signs, or has signed
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
