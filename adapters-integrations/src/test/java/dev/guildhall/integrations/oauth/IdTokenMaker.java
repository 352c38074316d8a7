package dev.guildhall.integrations.oauth;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Makes valid and invalid id tokens. */
record IdTokenMaker(String issuer, RSAKey key, Set<TokenFault> faults) {
    private static final Duration HOUR = Duration.ofHours(1);

    String make(String subject, Optional<String> nonce, Map<String, Object> told) {
        JWTClaimsSet claims = claims(subject, nonce, told);
        try {
            return faults.contains(TokenFault.UNSIGNED)
                    ? new PlainJWT(claims).serialize()
                    : signed(claims).serialize();
        } catch (JOSEException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private JWTClaimsSet claims(String subject, Optional<String> nonce, Map<String, Object> told) {
        Instant issued = when();
        JWTClaimsSet.Builder claims = new JWTClaimsSet.Builder()
                .issuer(does(TokenFault.WRONG_ISSUER) ? "https://evil.example" : issuer)
                .audience(audience())
                .issueTime(Date.from(issued))
                .expirationTime(Date.from(issued.plus(HOUR)));
        told.forEach(claims::claim);
        if (!does(TokenFault.NO_SUBJECT)) {
            claims.subject(does(TokenFault.EMPTY_SUBJECT) ? "" : subject);
        }
        if (does(TokenFault.NUMBER_AS_SUBJECT)) {
            claims.claim("sub", 42);
        }
        if (does(TokenFault.WRONG_PARTY)) {
            claims.claim("azp", "another client");
        }
        if (does(TokenFault.EMPTY_PARTY)) {
            claims.claim("azp", "");
        }
        if (does(TokenFault.EMPTY_NONCE)) {
            claims.claim("nonce", "");
        } else if (!does(TokenFault.NO_NONCE)) {
            nonce.ifPresent(asked -> claims.claim("nonce", does(TokenFault.WRONG_NONCE) ? "another" : asked));
        }
        return claims.build();
    }

    private Instant when() {
        if (does(TokenFault.EXPIRED)) {
            return Instant.now().minus(HOUR.multipliedBy(2));
        }
        return does(TokenFault.FROM_THE_FUTURE) ? Instant.now().plus(HOUR) : Instant.now();
    }

    private List<String> audience() {
        if (does(TokenFault.WRONG_AUDIENCE)) {
            return List.of("another client");
        }
        return does(TokenFault.SEVERAL_AUDIENCES) ? List.of(Codes.CLIENT, "another client") : List.of(Codes.CLIENT);
    }

    private SignedJWT signed(JWTClaimsSet claims) throws JOSEException {
        boolean withPublicKey = does(TokenFault.SIGNED_WITH_THE_PUBLIC_KEY);
        JWSHeader header = new JWSHeader.Builder(withPublicKey ? JWSAlgorithm.HS256 : JWSAlgorithm.RS256)
                .keyID(does(TokenFault.UNKNOWN_KEY) ? "unknown" : key.getKeyID())
                .build();
        SignedJWT token = new SignedJWT(header, claims);
        token.sign(withPublicKey ? new MACSigner(key.toRSAPublicKey().getEncoded()) : signer());
        return token;
    }

    private JWSSigner signer() throws JOSEException {
        return new RSASSASigner(does(TokenFault.WRONG_KEY) ? TestKeys.FOREIGN : key);
    }

    private boolean does(TokenFault fault) {
        return faults.contains(fault);
    }
}
