package dev.guildhall.http.token;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import dev.guildhall.ports.key.KeyMaterial;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.interfaces.RSAPrivateKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;

/**
 * A signing key, parsed once. Thread-safe, as the library's signers and verifiers are.
 *
 * @param jwk the private and the public key
 * @param signer signs with the private key
 * @param verifier checks with the public key
 */
record TokenKey(RSAKey jwk, JWSSigner signer, JWSVerifier verifier) {
    static TokenKey parse(KeyMaterial key) {
        try {
            KeyFactory rsa = KeyFactory.getInstance("RSA");
            Base64.Decoder base64 = Base64.getDecoder();
            RSAPublicKey publicKey =
                    (RSAPublicKey) rsa.generatePublic(new X509EncodedKeySpec(base64.decode(key.publicKey())));
            RSAPrivateKey privateKey =
                    (RSAPrivateKey) rsa.generatePrivate(new PKCS8EncodedKeySpec(base64.decode(key.privateKey())));
            RSAKey jwk = new RSAKey.Builder(publicKey)
                    .privateKey(privateKey)
                    .keyID(key.keyId())
                    .keyUse(KeyUse.SIGNATURE)
                    .algorithm(JWSAlgorithm.RS256)
                    .build();
            return new TokenKey(jwk, RsaSigning.signer(jwk), new RSASSAVerifier(publicKey));
        } catch (GeneralSecurityException | JOSEException broken) {
            throw new IllegalStateException("signing key " + key.keyId() + " cannot be read", broken);
        }
    }

    String keyId() {
        return jwk.getKeyID();
    }

    @Override
    public String toString() {
        return "TokenKey[" + keyId() + "]";
    }
}
