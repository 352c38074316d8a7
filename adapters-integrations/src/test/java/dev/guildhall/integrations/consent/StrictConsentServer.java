package dev.guildhall.integrations.consent;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import dev.guildhall.integrations.provider.Loopback;
import dev.guildhall.integrations.provider.Loopback.Answer;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** A strict OAuth 2.0 provider on loopback, which deviates where a test needs that. */
final class StrictConsentServer implements AutoCloseable {
    static final String CLIENT = "guildhall client";
    static final String SECRET = "s3cret:with%every thing";
    static final String TOKEN = "/token";
    static final String REVOKE = "/revoke";

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Set<String> NEEDED = Set.of("redirect_uri", "state", "code_challenge");

    /** The ways in which it deviates from other providers. */
    enum Manner {
        ANSWERS_AS_A_FORM,
        SAYS_NOT_HOW_LONG,
        SAYS_NUMBERS_AS_TEXTS,
        KEEPS_REFRESH_TOKENS,
        SAYS_NO_SCOPES,
        REDUCES_SCOPES_WITH_COMMAS,
        SHOUTS_BEARER,
        FAILS_WITH_STATUS_200,
        LETS_NOBODY_IN
    }

    /** How the client must authenticate at the token endpoint. */
    enum Authentication {
        CLIENT_SECRET_BASIC,
        CLIENT_SECRET_POST,
        NONE
    }

    private final Loopback http = new Loopback();
    private final Grants grants = new Grants();
    private final Authentication method;
    private final Set<Manner> manners = ConcurrentHashMap.newKeySet();

    StrictConsentServer(Authentication method) {
        this.method = method;
        http.on("/authorize", this::authorize);
        http.on(TOKEN, (exchange, form) -> proves(exchange, form) ? tokens(form) : failed(401, "invalid_client"));
        http.on(REVOKE, this::revoke);
    }

    StrictConsentServer() {
        this(Authentication.CLIENT_SECRET_BASIC);
    }

    void is(Manner manner) {
        manners.add(manner);
    }

    Loopback http() {
        return http;
    }

    boolean isGood(String accessToken) {
        return grants.isGood(accessToken);
    }

    /** This installation's registration at the provider. */
    OAuthClientOptions options() {
        return new OAuthClientOptions(
                URI.create(http.address() + "/authorize?tenant=a%20b"),
                URI.create(http.address() + TOKEN),
                Optional.of(URI.create(http.address() + REVOKE)),
                CLIENT,
                method == Authentication.NONE ? Optional.empty() : Optional.of(SECRET),
                true,
                " ",
                Map.of("prompt", "consent"),
                method == Authentication.CLIENT_SECRET_POST);
    }

    private Answer authorize(HttpExchange exchange, Map<String, String> asked) {
        boolean wellAsked = "code".equals(asked.get("response_type"))
                && CLIENT.equals(asked.get("client_id"))
                && "a b".equals(asked.get("tenant"))
                && "consent".equals(asked.get("prompt"))
                && "S256".equals(asked.get("code_challenge_method"))
                && asked.keySet().containsAll(NEEDED);
        if (!wellAsked) {
            return new Answer(400, "text/plain", "no");
        }
        String outcome = manners.contains(Manner.LETS_NOBODY_IN)
                ? "error=access_denied"
                : "code="
                        + encoded(grants.code(
                                asked.getOrDefault("redirect_uri", ""),
                                asked.getOrDefault("code_challenge", ""),
                                asked.getOrDefault("scope", "")));
        exchange.getResponseHeaders()
                .set(
                        "Location",
                        asked.get("redirect_uri") + "?" + outcome + "&state="
                                + encoded(asked.getOrDefault("state", "")));
        return new Answer(302, "text/plain", "");
    }

    /** With exactly one method: a client that authenticates in two ways is refused (RFC 6749, 2.3). */
    private boolean proves(HttpExchange exchange, Map<String, String> form) {
        String header = Optional.ofNullable(exchange.getRequestHeaders().getFirst("Authorization"))
                .orElse("");
        boolean secretInBody = form.containsKey("client_secret");
        return switch (method) {
            case CLIENT_SECRET_BASIC -> !secretInBody && provesInHeader(header);
            case CLIENT_SECRET_POST ->
                header.isEmpty() && CLIENT.equals(form.get("client_id")) && SECRET.equals(form.get("client_secret"));
            case NONE -> header.isEmpty() && !secretInBody && CLIENT.equals(form.get("client_id"));
        };
    }

    private static boolean provesInHeader(String header) {
        if (!header.startsWith("Basic ")) {
            return false;
        }
        String[] parts =
                new String(Base64.getDecoder().decode(header.substring(6)), StandardCharsets.UTF_8).split(":", -1);
        return parts.length == 2
                && URLDecoder.decode(parts[0], StandardCharsets.UTF_8).equals(CLIENT)
                && URLDecoder.decode(parts[1], StandardCharsets.UTF_8).equals(SECRET);
    }

    private Answer tokens(Map<String, String> form) {
        boolean rotates = !manners.contains(Manner.KEEPS_REFRESH_TOKENS);
        return switch (form.getOrDefault("grant_type", "")) {
            case "authorization_code" ->
                grants.redeem(form).map(issued -> issued(issued, true)).orElseGet(() -> failed(400, "invalid_grant"));
            case "refresh_token" ->
                grants.refresh(form.getOrDefault("refresh_token", ""), rotates)
                        .map(issued -> issued(issued, rotates))
                        .orElseGet(() -> failed(400, "invalid_grant"));
            default -> failed(400, "unsupported_grant_type");
        };
    }

    private Answer issued(Grants.Issued issued, boolean withRefreshToken) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("access_token", issued.accessToken());
        fields.put("token_type", manners.contains(Manner.SHOUTS_BEARER) ? "BEARER" : "bearer");
        if (withRefreshToken) {
            fields.put("refresh_token", issued.refreshToken());
        }
        if (!manners.contains(Manner.SAYS_NOT_HOW_LONG)) {
            fields.put("expires_in", manners.contains(Manner.SAYS_NUMBERS_AS_TEXTS) ? "3600" : Integer.valueOf(3600));
        }
        if (manners.contains(Manner.REDUCES_SCOPES_WITH_COMMAS)) {
            fields.put("scope", issued.scope().replaceAll(" \\S+$", "").replace(' ', ','));
        } else if (!manners.contains(Manner.SAYS_NO_SCOPES)) {
            fields.put("scope", issued.scope());
        }
        return inItsManner(200, fields);
    }

    private Answer failed(int status, String error) {
        boolean cheerful = manners.contains(Manner.FAILS_WITH_STATUS_200);
        return inItsManner(cheerful ? 200 : status, Map.of("error", error, "error_description", "no"));
    }

    /** JSON, or a form. */
    private Answer inItsManner(int status, Map<String, ?> fields) {
        if (!manners.contains(Manner.ANSWERS_AS_A_FORM)) {
            return Answer.json(status, JSON.valueToTree(fields).toString());
        }
        String form = fields.entrySet().stream()
                .map(field -> field.getKey() + "=" + encoded(field.getValue().toString()))
                .collect(Collectors.joining("&"));
        return new Answer(status, "application/x-www-form-urlencoded; charset=utf-8", form);
    }

    private Answer revoke(HttpExchange exchange, Map<String, String> form) {
        if (!proves(exchange, form)) {
            return failed(401, "invalid_client");
        }
        grants.revoke(form.getOrDefault("token", ""));
        return new Answer(200, "text/plain", "");
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        http.close();
    }
}
