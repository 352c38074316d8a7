package dev.guildhall.core.inmemory.defaults;

import dev.guildhall.ports.key.KeyMaterial;
import dev.guildhall.ports.key.SigningKeyMaker;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.interfaces.RSAPublicKey;
import java.util.Arrays;
import java.util.Base64;

/** RSA keys of 2048 bits from the JDK, each identified by its thumbprint (RFC 7638). */
public final class RsaKeyMaker implements SigningKeyMaker {
    private static final int BITS = 2048;
    private static final int BYTES = BITS / 8;
    /** 65537, which the JDK uses for every key. */
    private static final String EXPONENT = "AQAB";

    @Override
    public KeyMaterial make() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(BITS);
            KeyPair pair = generator.generateKeyPair();
            Base64.Encoder base64 = Base64.getEncoder();
            return new KeyMaterial(
                    thumbprint((RSAPublicKey) pair.getPublic()),
                    base64.encodeToString(pair.getPrivate().getEncoded()),
                    base64.encodeToString(pair.getPublic().getEncoded()));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every JDK makes RSA keys", impossible);
        }
    }

    private static String thumbprint(RSAPublicKey key) throws GeneralSecurityException {
        Base64.Encoder base64 = Base64.getUrlEncoder().withoutPadding();
        String modulus = base64.encodeToString(unsigned(key.getModulus().toByteArray()));
        String canonical = "{\"e\":\"" + EXPONENT + "\",\"kty\":\"RSA\",\"n\":\"" + modulus + "\"}";
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(canonical.getBytes(StandardCharsets.US_ASCII));
        return base64.encodeToString(digest);
    }

    /** Removes the leading byte that only carries the sign. */
    private static byte[] unsigned(byte[] number) {
        return Arrays.copyOfRange(number, number.length - BYTES, number.length);
    }
}
