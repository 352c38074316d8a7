package dev.guildhall.ports.key;

/**
 * A key pair that can sign access tokens.
 *
 * @param keyId the {@code kid} of its tokens, unique
 * @param privateKey PKCS#8, base64; a store encrypts it
 * @param publicKey X.509 SubjectPublicKeyInfo, base64
 */
public record KeyMaterial(String keyId, String privateKey, String publicKey) {
    @Override
    public String toString() {
        return "KeyMaterial[" + keyId + "]";
    }
}
