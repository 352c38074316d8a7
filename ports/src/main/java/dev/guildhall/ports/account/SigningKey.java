package dev.guildhall.ports.account;

import java.time.Instant;

/**
 * A key pair that access tokens are signed with.
 *
 * @param keyId the {@code kid} of its tokens, unique
 * @param privateKey PKCS#8, base64; encrypted by whoever stores it
 * @param publicKey X.509 SubjectPublicKeyInfo, base64
 * @param createdAt when it was made; the youngest one signs, the others still verify
 */
public record SigningKey(String keyId, String privateKey, String publicKey, Instant createdAt) {
    @Override
    public String toString() {
        return "SigningKey[" + keyId + "]";
    }
}
