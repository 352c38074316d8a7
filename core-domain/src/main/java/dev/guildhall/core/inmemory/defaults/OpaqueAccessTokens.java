package dev.guildhall.core.inmemory.defaults;

import dev.guildhall.core.cache.BoundedMap;
import dev.guildhall.ports.SecretSource;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.session.AccessClaims;
import dev.guildhall.ports.session.AccessToken;
import dev.guildhall.ports.session.AccessTokens;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;

/** Random tokens whose claims are stored in memory; the oldest are removed first. */
public final class OpaqueAccessTokens implements AccessTokens {
    private static final int MOST = 10_000;

    /** Random text alone would now and then begin as an API key does. */
    private static final String START = "access_";

    private static final int BYTES = 32;

    private final InstantSource clock;
    private final SecretSource secrets;
    private final Map<String, AccessClaims> issued = BoundedMap.firstInFirstOut(MOST);

    public OpaqueAccessTokens(InstantSource clock, SecretSource secrets) {
        this.clock = clock;
        this.secrets = secrets;
    }

    @Override
    public AccessToken issue(AccessClaims claims) {
        String token = START + Base64.getUrlEncoder().withoutPadding().encodeToString(secrets.bytes(BYTES));
        synchronized (issued) {
            issued.put(token, claims);
        }
        return new AccessToken(token);
    }

    @Override
    public AccessClaims verify(AccessToken token) {
        AccessClaims claims = find(token)
                .orElseThrow(() -> new Refusal(new CommonProblem.Unauthenticated("the access token is not valid")));
        Instant now = clock.instant();
        if (!now.isBefore(claims.expiresAt())) {
            throw new Refusal(new CommonProblem.TokenExpired());
        }
        return claims;
    }

    private Optional<AccessClaims> find(AccessToken token) {
        synchronized (issued) {
            return Optional.ofNullable(issued.get(token.value()));
        }
    }
}
