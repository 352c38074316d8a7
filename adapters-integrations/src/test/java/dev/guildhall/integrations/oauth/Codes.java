package dev.guildhall.integrations.oauth;

import com.sun.net.httpserver.HttpExchange;
import dev.guildhall.integrations.provider.Loopback;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The codes of a strict provider: each is valid once, for its client and its address, and with the verifier of its
 * challenge. A code without a challenge accepts no verifier.
 */
final class Codes {
    static final String CLIENT = "guildhall client";
    static final String SECRET = "s3cret:with%every thing";

    /** The request for a code. */
    private record Asked(Map<String, String> parameters, String subject) {
        Optional<String> of(String parameter) {
            return Optional.ofNullable(parameters.get(parameter));
        }
    }

    /** The request that a valid code belongs to. */
    record Redeemed(String subject, Optional<String> nonce) {}

    private final Map<String, Asked> open = new ConcurrentHashMap<>();
    private final AtomicInteger counter = new AtomicInteger();

    /** Creates a code for a browser; returns the address that the browser is sent to with it. */
    String sentBack(Map<String, String> parameters, String subject) {
        String code = "code/" + counter.incrementAndGet() + "+=&";
        open.put(code, new Asked(Map.copyOf(parameters), subject));
        String back = parameters.getOrDefault("redirect_uri", "");
        String separator = back.contains("?") ? "&" : "?";
        return back + separator + "code=" + encode(code) + "&state=" + encode(parameters.getOrDefault("state", ""));
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    /** Empty when the code, or another parameter, is wrong. */
    Optional<Redeemed> redeem(Map<String, String> form) {
        return Optional.ofNullable(open.remove(form.getOrDefault("code", "")))
                .filter(asked -> form.getOrDefault("grant_type", "").equals("authorization_code"))
                .filter(asked -> asked.of("redirect_uri").equals(Optional.ofNullable(form.get("redirect_uri"))))
                .filter(asked -> asked.of("client_id").equals(Optional.of(CLIENT)))
                .filter(asked -> provesItself(asked, form))
                .map(asked -> new Redeemed(asked.subject(), asked.of("nonce")));
    }

    private static boolean provesItself(Asked asked, Map<String, String> form) {
        Optional<String> challenge = asked.of("code_challenge");
        Optional<String> verifier = Optional.ofNullable(form.get("code_verifier"));
        return challenge.isEmpty()
                ? verifier.isEmpty()
                : asked.of("code_challenge_method").equals(Optional.of("S256"))
                        && verifier.map(Loopback::s256).equals(challenge);
    }

    /** Whether the client authenticates in the header; both parts are form-encoded (RFC 6749, 2.3.1). */
    static boolean provesItselfInHeader(HttpExchange exchange) {
        String header = Optional.ofNullable(exchange.getRequestHeaders().getFirst("Authorization"))
                .orElse("");
        if (!header.startsWith("Basic ")) {
            return false;
        }
        String[] parts = new String(Base64.getDecoder().decode(header.substring(6)), StandardCharsets.UTF_8).split(":");
        return Loopback.decoded("id=" + parts[0] + "&secret=" + parts[1])
                .equals(Map.of("id", CLIENT, "secret", SECRET));
    }

    /** Whether the client authenticates in the form. */
    static boolean provesItselfInBody(Map<String, String> form) {
        return CLIENT.equals(form.get("client_id")) && SECRET.equals(form.get("client_secret"));
    }
}
