package dev.guildhall.http.authorization;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.http.Browser;
import dev.guildhall.http.Client;
import dev.guildhall.http.TestServer;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * An OAuth client that has registered.
 *
 * @param http sends its requests, without a credential
 * @param id its identifier
 */
record OAuthPeer(Client http, String id) {
    static final String REDIRECT = "http://127.0.0.1:7777/callback";
    static final String VERIFIER = "a-verifier-of-43-characters-and-a-few-more-0";
    static final String STATE = "its state";

    static OAuthPeer registered(Client http) {
        return registered(http, REDIRECT);
    }

    static OAuthPeer registered(Client http, String redirect) {
        Client.Answer answer =
                http.post("/oauth/register", "{\"client_name\":\"Peer\",\"redirect_uris\":[\"" + redirect + "\"]}");
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        return new OAuthPeer(http, answer.text("client_id"));
    }

    static String challenge() {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(VERIFIER.getBytes(StandardCharsets.US_ASCII));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** A request without fault. */
    Map<String, String> request() {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("response_type", "code");
        fields.put("client_id", id);
        fields.put("redirect_uri", REDIRECT);
        fields.put("code_challenge", challenge());
        fields.put("code_challenge_method", "S256");
        fields.put("state", STATE);
        fields.put("scope", "mcp");
        fields.put("resource", TestServer.ISSUER + "/mcp");
        return fields;
    }

    /** The same with another value of a field; an empty one leaves the field out. */
    Map<String, String> request(String name, String value) {
        Map<String, String> fields = request();
        fields.put(name, value);
        fields.values().removeIf(String::isEmpty);
        return fields;
    }

    static Client.Answer shown(Browser user, Map<String, String> request) {
        return user.get("/api/oauth/consent?request=" + encoded(form(request)));
    }

    static Client.Answer answered(Browser user, Map<String, String> request, boolean isApproved) {
        return user.post("/api/oauth/consent", "{'request':'" + form(request) + "','approved':" + isApproved + "}");
    }

    /** The fields with which a user returns. */
    static Map<String, String> returned(Browser user, Map<String, String> request, boolean isApproved) {
        Client.Answer answer = answered(user, request, isApproved);
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return Arrays.stream(URI.create(answer.text("redirectTo")).getRawQuery().split("&"))
                .map(field -> field.split("=", 2))
                .collect(Collectors.toMap(
                        field -> field[0], field -> URLDecoder.decode(field[1], StandardCharsets.UTF_8)));
    }

    String code(Browser user) {
        return returned(user, request(), true).get("code");
    }

    Map<String, String> redemption(String code) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("grant_type", "authorization_code");
        fields.put("client_id", id);
        fields.put("code", code);
        fields.put("redirect_uri", REDIRECT);
        fields.put("code_verifier", VERIFIER);
        return fields;
    }

    Map<String, String> refreshing(String token) {
        return Map.of("grant_type", "refresh_token", "client_id", id, "refresh_token", token);
    }

    Client.Answer connected(Browser user) {
        Client.Answer tokens = token(redemption(code(user)));
        assertThat(tokens.status()).as(tokens.body()).isEqualTo(200);
        return tokens;
    }

    Client.Answer token(Map<String, String> fields) {
        return send("/oauth/token", form(fields));
    }

    Client.Answer revoke(String token) {
        return send("/oauth/revoke", form(Map.of("client_id", id, "token", token)));
    }

    Client.Answer send(String path, String form) {
        return http.with("Content-Type", "application/x-www-form-urlencoded").post(path, form);
    }

    /** The status of a request to MCP with that token. */
    int ping(String token) {
        return http.with("Content-Type", "application/json")
                .bearing(token)
                .post("/mcp", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}")
                .status();
    }

    static String form(Map<String, String> fields) {
        return fields.entrySet().stream()
                .map(field -> field.getKey() + "=" + encoded(field.getValue()))
                .collect(Collectors.joining("&"));
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
