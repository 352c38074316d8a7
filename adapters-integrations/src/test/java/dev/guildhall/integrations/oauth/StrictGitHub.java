package dev.guildhall.integrations.oauth;

import com.sun.net.httpserver.HttpExchange;
import dev.guildhall.integrations.provider.Loopback;
import java.util.Map;

/** GitHub's behaviour, on loopback: errors have status 200, and email addresses have a path of their own. */
final class StrictGitHub implements AutoCloseable {
    static final String TOKEN = "/login/oauth/access_token";
    static final String USER = "/api/v3/user";
    static final String EMAILS = "/api/v3/user/emails";

    private static final String ADDRESSES = """
        [{"email":"old@example.org","primary":false,"verified":true},
         {"email":"Ada@Example.org","primary":true,"verified":%s}]\
        """;

    private final Loopback http = new Loopback();
    private final Codes codes = new Codes();
    private volatile String emails = ADDRESSES.formatted("true");
    private volatile int emailsStatus = 200;

    StrictGitHub() {
        http.on("/login/oauth/authorize", this::authorize);
        http.on(TOKEN, this::token);
        http.on(USER, (exchange, none) -> asked(exchange, 200, "{\"id\":583231,\"login\":\"ada\",\"name\":null}"));
        http.on(EMAILS, (exchange, none) -> asked(exchange, emailsStatus, emails));
    }

    String address() {
        return http.address();
    }

    Loopback http() {
        return http;
    }

    void hasNotVerifiedThePrimaryAddress() {
        emails = ADDRESSES.formatted("false");
    }

    void keepsTheAddressesToItself() {
        emailsStatus = 404;
    }

    private Loopback.Answer authorize(HttpExchange exchange, Map<String, String> asked) {
        exchange.getResponseHeaders().set("Location", codes.sentBack(asked, "583231"));
        return new Loopback.Answer(302, "text/plain", "");
    }

    private Loopback.Answer token(HttpExchange exchange, Map<String, String> form) {
        boolean wantsJson =
                "application/json".equals(exchange.getRequestHeaders().getFirst("Accept"));
        if (!wantsJson) {
            return new Loopback.Answer(200, "application/x-www-form-urlencoded", "access_token=good");
        }
        if (!Codes.provesItselfInBody(form)) {
            return Loopback.Answer.json(200, "{\"error\":\"incorrect_client_credentials\"}");
        }
        return codes.redeem(form)
                .map(redeemed ->
                        Loopback.Answer.json(200, "{\"access_token\":\"good\",\"scope\":\"read:user,user:email\"}"))
                .orElseGet(() -> Loopback.Answer.json(200, "{\"error\":\"bad_verification_code\"}"));
    }

    private static Loopback.Answer asked(HttpExchange exchange, int status, String body) {
        boolean known = "Bearer good".equals(exchange.getRequestHeaders().getFirst("Authorization"))
                && exchange.getRequestHeaders().getFirst("User-Agent") != null;
        return known ? Loopback.Answer.json(status, body) : Loopback.Answer.json(401, "{}");
    }

    @Override
    public void close() {
        http.close();
    }
}
