package dev.guildhall.integrations.consent;

import dev.guildhall.integrations.provider.Loopback;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The grants of a strict provider: a code is valid once, for the address and the verifier that it was issued for; a
 * refresh token that is used again after its rotation ends its grant, and so does a code. Thread-safe.
 */
final class Grants {
    /** The parameters of a browser's request. */
    private record Asked(String redirectUri, String challenge, String scope, int grant) {}

    /** Issued tokens. */
    record Issued(String accessToken, String refreshToken, String scope) {}

    private final Map<String, Asked> codes = new HashMap<>();
    private final Map<String, Asked> usedCodes = new HashMap<>();
    private final Map<String, Integer> refreshTokens = new HashMap<>();
    private final Map<String, Integer> usedRefreshTokens = new HashMap<>();
    private final Map<String, Integer> accessTokens = new HashMap<>();
    private final Map<Integer, String> scopes = new HashMap<>();
    private final Set<Integer> ended = new HashSet<>();
    private int counter;

    synchronized String code(String redirectUri, String challenge, String scope) {
        String code = "code/" + ++counter + "+=&";
        codes.put(code, new Asked(redirectUri, challenge, scope, counter));
        return code;
    }

    /** Empty when any parameter of the code is wrong; the code is used up in any case. */
    synchronized Optional<Issued> redeem(Map<String, String> form) {
        String code = form.getOrDefault("code", "");
        Optional.ofNullable(usedCodes.get(code)).ifPresent(again -> ended.add(again.grant()));
        Optional<Asked> asked = Optional.ofNullable(codes.remove(code));
        asked.ifPresent(one -> usedCodes.put(code, one));
        return asked.filter(one -> one.redirectUri().equals(form.get("redirect_uri")))
                .filter(one -> one.challenge().equals(challengeOf(form)))
                .map(one -> {
                    scopes.put(one.grant(), one.scope());
                    return issue(one.grant(), "refresh-" + ++counter);
                });
    }

    private static String challengeOf(Map<String, String> form) {
        return Optional.ofNullable(form.get("code_verifier"))
                .map(Loopback::s256)
                .orElse("");
    }

    /** Empty when the refresh token is invalid. */
    synchronized Optional<Issued> refresh(String token, boolean rotates) {
        Optional.ofNullable(usedRefreshTokens.get(token)).ifPresent(ended::add);
        Optional<Integer> grant = Optional.ofNullable(refreshTokens.get(token)).filter(one -> !ended.contains(one));
        if (grant.isEmpty() || !rotates) {
            return grant.map(one -> issue(one, token));
        }
        refreshTokens.remove(token);
        usedRefreshTokens.put(token, grant.get());
        return Optional.of(issue(grant.get(), "refresh-" + ++counter));
    }

    private Issued issue(int grant, String refreshToken) {
        String accessToken = "access-" + ++counter;
        accessTokens.put(accessToken, grant);
        refreshTokens.put(refreshToken, grant);
        return new Issued(accessToken, refreshToken, scopes.getOrDefault(grant, ""));
    }

    synchronized boolean isGood(String accessToken) {
        return Optional.ofNullable(accessTokens.get(accessToken))
                .filter(grant -> !ended.contains(grant))
                .isPresent();
    }

    /** Revoking an unknown token succeeds too (RFC 7009, 2.2). */
    synchronized void revoke(String token) {
        Optional.ofNullable(refreshTokens.get(token)).ifPresent(ended::add);
        accessTokens.remove(token);
    }
}
