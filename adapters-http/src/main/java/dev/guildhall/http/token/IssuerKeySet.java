package dev.guildhall.http.token;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.util.JSONObjectUtils;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An issuer's keys as they were read at one time, and the tokens that were verified with them.
 *
 * @param keys those that can verify access tokens; empty when the keys were never read
 * @param verified tokens that these keys signed
 * @param readAt when the keys were read
 */
record IssuerKeySet(List<IssuerKey> keys, VerifiedTokens<IssuerBearer> verified, Instant readAt) {
    static final IssuerKeySet NOTHING = new IssuerKeySet(List.of(), new VerifiedTokens<>(), Instant.EPOCH);

    private static final Logger LOG = System.getLogger(IssuerKeySet.class.getName());
    private static final int MOST_KEYS = 100;

    Optional<IssuerKey> find(JWSAlgorithm algorithm, String keyId) {
        return keys.stream().filter(key -> key.signs(algorithm, keyId)).findFirst();
    }

    boolean isOlderThan(Duration age, Instant now) {
        return now.isAfter(readAt.plus(age));
    }

    /**
     * The set that replaces this one; the verified tokens are discarded only when the keys differ.
     *
     * @throws IOException when the document has no keys for access tokens
     */
    IssuerKeySet next(Map<String, Object> document, Instant now) throws IOException {
        List<IssuerKey> read = parse(document);
        if (read.isEmpty()) {
            throw new IOException("the issuer's key set has no key that can verify access tokens");
        }
        return new IssuerKeySet(read, jwks(read).equals(jwks(keys)) ? verified : new VerifiedTokens<>(), now);
    }

    private static List<JWK> jwks(List<IssuerKey> keys) {
        return keys.stream().map(IssuerKey::jwk).toList();
    }

    private static List<IssuerKey> parse(Map<String, Object> document) throws IOException {
        try {
            Map<String, Object>[] keys = JSONObjectUtils.getJSONObjectArray(document, "keys");
            if (keys == null || keys.length > MOST_KEYS) {
                throw new IOException("the issuer's key set must have up to " + MOST_KEYS + " keys");
            }
            return Arrays.stream(keys).flatMap(key -> parseKey(key).stream()).toList();
        } catch (ParseException malformed) {
            throw new IOException("the issuer's key set is malformed", malformed);
        }
    }

    /** An unsupported key does not affect the others. */
    private static Optional<IssuerKey> parseKey(Map<String, Object> key) {
        try {
            return IssuerKey.of(JWK.parse(key).toPublicJWK());
        } catch (ParseException | JOSEException | RuntimeException unknown) {
            LOG.log(Level.DEBUG, "an unsupported key of the issuer is ignored: {0}", unknown.getMessage());
            return Optional.empty();
        }
    }
}
