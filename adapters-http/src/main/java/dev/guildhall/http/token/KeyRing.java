package dev.guildhall.http.token;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import dev.guildhall.ports.account.SigningKey;
import dev.guildhall.ports.account.SigningKeyStore;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.interfaces.RSAPrivateKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * The keys that tokens are signed with, as kept by the store: the youngest signs, all verify. Read again when a token names
 * a key that is not known here, since another node may have made it. Thread-safe.
 */
final class KeyRing {
    private static final int BITS = 2048;
    private static final Duration LOOK_AGAIN_AFTER = Duration.ofSeconds(1);

    private final SigningKeyStore store;
    private final InstantSource clock;
    private volatile List<RSAKey> keys = List.of();
    private volatile Instant lookedAt = Instant.MIN;

    KeyRing(SigningKeyStore store, InstantSource clock) {
        this.store = store;
        this.clock = clock;
    }

    RSAKey signing() {
        if (keys.isEmpty()) {
            begin();
        }
        return keys.getFirst();
    }

    Optional<RSAKey> find(String keyId) {
        Optional<RSAKey> known = named(keyId);
        if (known.isPresent() || !mayLookAgain()) {
            return known;
        }
        read();
        return named(keyId);
    }

    /** The public halves, as a JSON Web Key Set. */
    String publicKeys() {
        signing();
        List<JWK> all = new ArrayList<>(keys);
        return new JWKSet(all).toPublicJWKSet().toString();
    }

    private synchronized void begin() {
        read();
        if (keys.isEmpty()) {
            store.add(generate());
            read();
        }
    }

    private synchronized void read() {
        lookedAt = clock.instant();
        keys = store.all().stream().map(KeyRing::parse).toList();
    }

    /** A stream of made-up key ids must not become a stream of queries. */
    private boolean mayLookAgain() {
        return clock.instant().isAfter(lookedAt.plus(LOOK_AGAIN_AFTER));
    }

    private Optional<RSAKey> named(String keyId) {
        return keys.stream().filter(key -> key.getKeyID().equals(keyId)).findFirst();
    }

    private SigningKey generate() {
        try {
            RSAKey key = new RSAKeyGenerator(BITS).keyIDFromThumbprint(true).generate();
            Base64.Encoder base64 = Base64.getEncoder();
            return new SigningKey(
                    key.getKeyID(),
                    base64.encodeToString(key.toRSAPrivateKey().getEncoded()),
                    base64.encodeToString(key.toRSAPublicKey().getEncoded()),
                    clock.instant());
        } catch (JOSEException impossible) {
            throw new IllegalStateException("RSA keys cannot be made", impossible);
        }
    }

    private static RSAKey parse(SigningKey key) {
        try {
            KeyFactory rsa = KeyFactory.getInstance("RSA");
            Base64.Decoder base64 = Base64.getDecoder();
            RSAPublicKey publicKey =
                    (RSAPublicKey) rsa.generatePublic(new X509EncodedKeySpec(base64.decode(key.publicKey())));
            RSAPrivateKey privateKey =
                    (RSAPrivateKey) rsa.generatePrivate(new PKCS8EncodedKeySpec(base64.decode(key.privateKey())));
            return new RSAKey.Builder(publicKey)
                    .privateKey(privateKey)
                    .keyID(key.keyId())
                    .keyUse(KeyUse.SIGNATURE)
                    .algorithm(JWSAlgorithm.RS256)
                    .build();
        } catch (GeneralSecurityException broken) {
            throw new IllegalStateException("signing key " + key.keyId() + " cannot be read", broken);
        }
    }
}
