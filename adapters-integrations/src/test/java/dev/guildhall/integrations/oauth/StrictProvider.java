package dev.guildhall.integrations.oauth;

import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.sun.net.httpserver.HttpExchange;
import dev.guildhall.integrations.provider.Loopback;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A strict OpenID Connect provider on loopback, which misbehaves where a test needs that. */
final class StrictProvider implements AutoCloseable {
    static final String DISCOVERY = "/.well-known/openid-configuration";
    static final String TOKEN = "/token";
    static final String KEYS = "/keys";
    static final String USER_INFO = "/userinfo";

    private final Loopback http = new Loopback();
    private final Codes codes = new Codes();
    private final Set<TokenFault> faults = EnumSet.noneOf(TokenFault.class);
    private final Map<String, Map<String, Object>> people = new ConcurrentHashMap<>();
    private volatile RSAKey key = TestKeys.FIRST;
    private volatile String subject = "ada";
    private volatile String tokenHost = "127.0.0.1";
    private volatile String authMethods = "[\"client_secret_basic\"]";
    private volatile String algorithms = "[\"RS256\",\"none\",\"HS256\"]";
    private volatile boolean tellsInIdToken = true;

    StrictProvider() {
        signsIn("ada", Map.of("email", "Ada@Example.org", "email_verified", true, "name", " Ada Lovelace "));
        http.on(DISCOVERY, (exchange, parameters) -> Loopback.Answer.json(200, discovery()));
        http.on("/authorize", this::authorize);
        http.on(TOKEN, this::token);
        http.on(KEYS, (exchange, parameters) -> Loopback.Answer.json(200, new JWKSet(key.toPublicJWK()).toString()));
        http.on(USER_INFO, this::userInfo);
    }

    String issuer() {
        return http.address();
    }

    Loopback http() {
        return http;
    }

    /** From now on the provider signs this user in, with these claims. */
    void signsIn(String user, Map<String, Object> claims) {
        subject = user;
        people.put(user, claims);
    }

    void does(TokenFault fault) {
        faults.add(fault);
    }

    void rotatesItsKey() {
        key = TestKeys.SECOND;
    }

    void wantsTheSecretInTheForm() {
        authMethods = "[\"client_secret_post\"]";
    }

    void signsWith(String list) {
        algorithms = list;
    }

    /** The discovery document names the token endpoint on this host. */
    void takesSecretsAt(String host) {
        tokenHost = host;
    }

    void tellsOnlyWhenAsked() {
        tellsInIdToken = false;
    }

    private String discovery() {
        return """
            {"issuer":"%1$s","authorization_endpoint":"%1$s/authorize?tenant=a%%20b","token_endpoint":"%4$s/token",
            "jwks_uri":"%1$s/keys","userinfo_endpoint":"%1$s/userinfo","subject_types_supported":["public"],
            "response_types_supported":["code"],"token_endpoint_auth_methods_supported":%2$s,
            "id_token_signing_alg_values_supported":%3$s}\
            """.formatted(issuer(), authMethods, algorithms, issuer().replace("127.0.0.1", tokenHost));
    }

    /** Signs in at once and sends the browser back. */
    private Loopback.Answer authorize(HttpExchange exchange, Map<String, String> asked) {
        boolean wellFormed = "code".equals(asked.get("response_type"))
                && Codes.CLIENT.equals(asked.get("client_id"))
                && asked.getOrDefault("scope", "").contains("openid")
                && "a b".equals(asked.get("tenant"));
        if (!wellFormed) {
            return Loopback.Answer.json(400, "{}");
        }
        exchange.getResponseHeaders().set("Location", codes.sentBack(asked, subject));
        return new Loopback.Answer(302, "text/plain", "");
    }

    private Loopback.Answer token(HttpExchange exchange, Map<String, String> form) {
        boolean known =
                authMethods.contains("basic") ? Codes.provesItselfInHeader(exchange) : Codes.provesItselfInBody(form);
        if (!known) {
            return Loopback.Answer.json(401, "{\"error\":\"invalid_client\"}");
        }
        return codes.redeem(form)
                .map(redeemed -> Loopback.Answer.json(200, tokens(redeemed)))
                .orElseGet(() -> Loopback.Answer.json(400, "{\"error\":\"invalid_grant\"}"));
    }

    private String tokens(Codes.Redeemed redeemed) {
        IdTokenMaker maker = new IdTokenMaker(issuer(), key, faults);
        Map<String, Object> told = tellsInIdToken ? claims(redeemed.subject()) : Map.of();
        String idToken = faults.contains(TokenFault.LEFT_OUT)
                ? ""
                : "\"id_token\":\"" + maker.make(redeemed.subject(), redeemed.nonce(), told) + "\",";
        return "{" + idToken + "\"access_token\":\"access-" + redeemed.subject()
                + "\",\"token_type\":\"Bearer\",\"scope\":\"\"}";
    }

    private Loopback.Answer userInfo(HttpExchange exchange, Map<String, String> none) {
        String header = Optional.ofNullable(exchange.getRequestHeaders().getFirst("Authorization"))
                .orElse("");
        String asked = header.replace("Bearer access-", "");
        if (!people.containsKey(asked)) {
            return Loopback.Answer.json(401, "{}");
        }
        StringBuilder json = new StringBuilder("{\"sub\":\"" + asked + "\"");
        claims(asked)
                .forEach((name, value) ->
                        json.append(",\"").append(name).append("\":").append(quoted(value)));
        return Loopback.Answer.json(200, json.append('}').toString());
    }

    private static String quoted(Object value) {
        return value instanceof String text ? "\"" + text + "\"" : String.valueOf(value);
    }

    private Map<String, Object> claims(String user) {
        return people.getOrDefault(user, Map.of());
    }

    @Override
    public void close() {
        http.close();
    }
}
