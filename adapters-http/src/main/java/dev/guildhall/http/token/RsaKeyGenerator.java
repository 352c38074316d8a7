package dev.guildhall.http.token;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import dev.guildhall.ports.key.KeyMaterial;
import dev.guildhall.ports.key.SigningKeyMaker;
import java.util.Base64;

/** Generates RSA keys of 2048 bits; a key's id is its thumbprint (RFC 7638). */
public final class RsaKeyGenerator implements SigningKeyMaker {
    private static final int BITS = 2048;

    @Override
    public KeyMaterial make() {
        try {
            RSAKey key = new RSAKeyGenerator(BITS)
                    .provider(RsaSigning.FASTER.orElse(null))
                    .keyIDFromThumbprint(true)
                    .generate();
            Base64.Encoder base64 = Base64.getEncoder();
            return new KeyMaterial(
                    key.getKeyID(),
                    base64.encodeToString(key.toRSAPrivateKey().getEncoded()),
                    base64.encodeToString(key.toRSAPublicKey().getEncoded()));
        } catch (JOSEException impossible) {
            throw new IllegalStateException("every provider generates RSA keys", impossible);
        }
    }
}
