package dev.guildhall.http.token;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import dev.guildhall.ports.key.SigningKey;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.Provider;
import java.security.Signature;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Makes tokens character by character, as no library would. In its texts apostrophes stand for quotation marks. */
record Forge(KeyPair keys) {
    private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();
    private static final Forge ATTACKER = withNewKey();

    /** With the server's own key, so that nothing but what a test is about can be wrong. */
    static Forge with(SigningKey key) {
        try {
            KeyFactory rsa = KeyFactory.getInstance("RSA");
            Base64.Decoder base64 = Base64.getDecoder();
            return new Forge(new KeyPair(
                    rsa.generatePublic(
                            new X509EncodedKeySpec(base64.decode(key.material().publicKey()))),
                    rsa.generatePrivate(
                            new PKCS8EncodedKeySpec(base64.decode(key.material().privateKey())))));
        } catch (GeneralSecurityException broken) {
            throw new IllegalStateException(broken);
        }
    }

    /** With a key that the server does not know, the same one each time. */
    static Forge ofAttacker() {
        return ATTACKER;
    }

    private static Forge withNewKey() {
        try {
            return new Forge(new RSAKeyGenerator(2048)
                    .provider(RsaSigning.FASTER.orElse(null))
                    .generate()
                    .toKeyPair());
        } catch (JOSEException broken) {
            throw new IllegalStateException(broken);
        }
    }

    String token(String header, String claims) {
        return token("SHA256withRSA", header, claims);
    }

    String token(String algorithm, String header, String claims) {
        String content = content(header, claims);
        return content + "." + BASE64.encodeToString(signature(algorithm, content));
    }

    /** Signed with a shared secret. */
    static String hmac(byte[] secret, String header, String claims) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret, "HmacSHA256"));
            String content = content(header, claims);
            return content + "." + BASE64.encodeToString(mac.doFinal(content.getBytes(StandardCharsets.US_ASCII)));
        } catch (GeneralSecurityException broken) {
            throw new IllegalStateException(broken);
        }
    }

    /** Header and claims, unsigned. */
    static String content(String header, String claims) {
        return part(header) + "." + part(claims);
    }

    static String part(String json) {
        return part(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    static String part(byte[] bytes) {
        return BASE64.encodeToString(bytes);
    }

    /** The public key as a JSON Web Key. */
    String jwk(String keyId) {
        RSAPublicKey key = (RSAPublicKey) keys.getPublic();
        return "{'kty':'RSA','kid':'" + keyId + "','n':'"
                + part(key.getModulus().toByteArray()) + "','e':'"
                + part(key.getPublicExponent().toByteArray()) + "'}";
    }

    byte[] der() {
        return keys.getPublic().getEncoded();
    }

    byte[] pem() {
        return ("-----BEGIN PUBLIC KEY-----\n"
                        + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der())
                        + "\n-----END PUBLIC KEY-----\n")
                .getBytes(StandardCharsets.US_ASCII);
    }

    byte[] signature(String algorithm, String content) {
        try {
            Signature signature = faster(algorithm).isPresent()
                    ? Signature.getInstance(algorithm, faster(algorithm).orElseThrow())
                    : Signature.getInstance(algorithm);
            signature.initSign(keys.getPrivate());
            signature.update(content.getBytes(StandardCharsets.US_ASCII));
            return signature.sign();
        } catch (GeneralSecurityException broken) {
            throw new IllegalStateException(broken);
        }
    }

    private static Optional<Provider> faster(String algorithm) {
        return RsaSigning.FASTER.filter(provider -> provider.getService("Signature", algorithm) != null);
    }
}
