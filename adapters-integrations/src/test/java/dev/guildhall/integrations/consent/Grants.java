package dev.guildhall.integrations.consent;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a provider that forgives nothing has granted: codes are good once, for the address and the verifier that they were
 * made for; a refresh token that comes again after it was rotated ends the grant that it belongs to, and so does a code.
 * Thread-safe.
 */
final class Grants {
    /** What a browser asked for. */
    private record Asked(String redirectUri, String challenge, String scope, int grant) {}

    /** Tokens as they are given out. */
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

    /** Empty when anything about the code is wrong; it is used up all the same. */
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
        return Optional.ofNullable(form.get("code_verifier")).map(Grants::s256).orElse("");
    }

    /** Empty when the refresh token is not good. */
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

    /** A token that nobody knows is revoked too (RFC 7009, 2.2). */
    synchronized void revoke(String token) {
        Optional.ofNullable(refreshTokens.get(token)).ifPresent(ended::add);
        accessTokens.remove(token);
    }

    static String s256(String verifier) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(StandardCharsets.US_ASCII));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
