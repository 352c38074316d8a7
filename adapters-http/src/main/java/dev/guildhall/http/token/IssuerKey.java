package dev.guildhall.http.token;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A public key of an issuer, parsed once. Thread-safe, as the library's verifiers are.
 *
 * @param jwk the key as published
 * @param algorithms the algorithms that it may have signed with
 * @param verifier checks signatures
 */
record IssuerKey(JWK jwk, Set<JWSAlgorithm> algorithms, JWSVerifier verifier) {
    private static final Set<JWSAlgorithm> OF_RSA = Set.of(JWSAlgorithm.RS256, JWSAlgorithm.PS256);
    private static final Set<JWSAlgorithm> OF_P256 = Set.of(JWSAlgorithm.ES256);
    private static final int LEAST_RSA_BITS = 2048;

    /** A key that can verify access tokens; empty for a key without an id, or for another use. */
    static Optional<IssuerKey> of(JWK jwk) throws JOSEException {
        boolean signs = jwk.getKeyUse() == null || KeyUse.SIGNATURE.equals(jwk.getKeyUse());
        if (jwk.getKeyID() == null || !signs) {
            return Optional.empty();
        }
        return switch (jwk) {
            case RSAKey rsa
            when rsa.size() >= LEAST_RSA_BITS -> of(jwk, OF_RSA, new RSASSAVerifier(rsa.toRSAPublicKey()));
            case ECKey ec
            when Curve.P_256.equals(ec.getCurve()) -> of(jwk, OF_P256, new ECDSAVerifier(ec.toECPublicKey()));
            default -> Optional.empty();
        };
    }

    private static Optional<IssuerKey> of(JWK jwk, Set<JWSAlgorithm> possible, JWSVerifier verifier) {
        Set<JWSAlgorithm> algorithms = possible.stream()
                .filter(algorithm -> jwk.getAlgorithm() == null || algorithm.equals(jwk.getAlgorithm()))
                .collect(Collectors.toUnmodifiableSet());
        return algorithms.isEmpty() ? Optional.empty() : Optional.of(new IssuerKey(jwk, algorithms, verifier));
    }

    boolean signs(JWSAlgorithm algorithm, String keyId) {
        return algorithms.contains(algorithm) && keyId.equals(jwk.getKeyID());
    }

    @Override
    public String toString() {
        return "IssuerKey[" + jwk.getKeyID() + "]";
    }
}
