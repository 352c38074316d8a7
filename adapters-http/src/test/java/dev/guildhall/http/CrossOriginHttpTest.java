package dev.guildhall.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The server of these tests has the public address http://guildhall.test and allows pages of https://app.example. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CrossOriginHttpTest {
    private static final String LOGIN = "/api/v1/auth/login";

    @AutoClose
    private final TestServer server = TestServer.start();

    private final Client.Person ada = server.client().stranger();

    private String answer(String line, String... headers) {
        try (RawHttp http = new RawHttp(server.port())) {
            String more = headers.length == 0 ? "" : String.join("\r\n", headers) + "\r\n";
            return http.send(line + " HTTP/1.1\r\nHost: x:8080\r\nConnection: close\r\n" + more + "\r\n")
                    .readAll();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://evil.example",
                "http://x",
                "http://x:8081",
                "http://x:8080.evil.example",
                "https://app.example.evil.example",
                "http://app.example",
                "https://app.example:444",
                "ftp://x:8080",
                "null",
                ""
            })
    void a_page_of_another_origin_could_send_simple_requests(String origin) {
        String answer = answer("POST " + LOGIN, "Origin: " + origin, "Content-Type: text/plain", "Content-Length: 0");

        assertThat(answer)
                .startsWith("HTTP/1.1 403")
                .contains("\"code\":\"INSUFFICIENT_PERMISSIONS\",\"message\":\"Origin: ")
                .doesNotContain("Access-Control-");
    }

    @ParameterizedTest
    @CsvSource({
        "GET, cross-site, no-cors, image, 403",
        "GET, cross-site, no-cors, script, 403",
        "GET, cross-site, navigate, iframe, 403",
        "GET, same-site, cors, empty, 403",
        "GET, whatever, cors, empty, 403",
        "POST, cross-site, navigate, document, 403",
        "GET, cross-site, navigate, document, 200",
        "GET, same-site, navigate, document, 200",
        "GET, none, navigate, document, 200",
        "GET, same-origin, cors, empty, 200"
    })
    void a_browser_says_where_a_request_comes_from(String method, String site, String mode, String dest, int status) {
        String answer = answer(
                method + " /docs", "Sec-Fetch-Site: " + site, "Sec-Fetch-Mode: " + mode, "Sec-Fetch-Dest: " + dest);

        assertThat(answer).startsWith("HTTP/1.1 " + status);
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://x:8080", "https://x:8080", "http://guildhall.test"})
    void pages_of_the_server_itself_are_answered(String origin) {
        assertThat(answer("GET /health/live", "Origin: " + origin))
                .startsWith("HTTP/1.1 200")
                .doesNotContain("Access-Control-");
    }

    @Test
    void a_proxy_that_changes_the_host_does_not_make_a_page_foreign() {
        assertThat(answer("GET /health/live", "Origin: https://public.example", "Sec-Fetch-Site: same-origin"))
                .startsWith("HTTP/1.1 200");
    }

    @Test
    void the_default_port_need_not_be_named() {
        try (RawHttp http = new RawHttp(server.port())) {
            String answer = http.send("GET /health/live HTTP/1.1\r\nHost: x:80\r\nConnection: close\r\n"
                            + "Origin: http://x\r\n\r\n")
                    .readAll();

            assertThat(answer).startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void an_origin_that_is_allowed_may_ask_and_read() {
        String preflight = answer(
                "OPTIONS /api/v1/tasks",
                "Origin: " + TestServer.ALLOWED_ORIGIN,
                "Sec-Fetch-Site: cross-site",
                "Access-Control-Request-Method: POST",
                "Access-Control-Request-Headers: authorization,content-type,idempotency-key");
        Client.Answer answer =
                ada.client().with("Origin", TestServer.ALLOWED_ORIGIN).get("/api/v1/auth/session");
        Client.Answer refused =
                server.client().with("Origin", TestServer.ALLOWED_ORIGIN).get("/api/v1/auth/session");

        assertThat(preflight)
                .startsWith("HTTP/1.1 204")
                .contains("Access-Control-Allow-Origin: https://app.example\r\n")
                .contains("Access-Control-Allow-Methods: GET, HEAD, POST, PUT, PATCH, DELETE\r\n")
                .contains("Access-Control-Allow-Headers: authorization,content-type,idempotency-key\r\n")
                .contains("Access-Control-Max-Age: 600\r\n")
                .contains("Vary: Origin\r\n")
                .doesNotContain("Allow-Credentials");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("Access-Control-Allow-Origin")).isEqualTo(TestServer.ALLOWED_ORIGIN);
        assertThat(answer.header("Access-Control-Expose-Headers")).isEqualTo("*");
        assertThat(refused.status()).isEqualTo(401);
        assertThat(refused.header("Access-Control-Allow-Origin")).isEqualTo(TestServer.ALLOWED_ORIGIN);
    }

    @Test
    void a_stream_has_the_headers_too() {
        Client.Answer stream = ada.client()
                .with("Origin", TestServer.ALLOWED_ORIGIN)
                .post(
                        "/completion/api/chat",
                        "{\"stream\":true,\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}");

        assertThat(stream.body()).contains("[DONE]");
        assertThat(stream.header("Access-Control-Allow-Origin")).isEqualTo(TestServer.ALLOWED_ORIGIN);
        assertThat(stream.header("Cache-Control")).contains("no-store");
    }

    @Test
    void another_origin_is_not_told_what_it_may_send() {
        String preflight =
                answer("OPTIONS /api/v1/tasks", "Origin: https://evil.example", "Access-Control-Request-Method: POST");

        assertThat(preflight).startsWith("HTTP/1.1 403").doesNotContain("Access-Control-");
    }

    @Test
    void what_is_well_known_is_read_by_every_page_without_credentials() {
        String keys = answer("GET /.well-known/jwks.json", "Origin: null", "Sec-Fetch-Site: cross-site");
        String preflight = answer(
                "OPTIONS /.well-known/jwks.json",
                "Origin: https://any.example",
                "Access-Control-Request-Method: GET",
                "Access-Control-Request-Headers: mcp-protocol-version");

        assertThat(keys)
                .startsWith("HTTP/1.1 200")
                .contains("Access-Control-Allow-Origin: *\r\n")
                .doesNotContain("Allow-Credentials");
        assertThat(preflight).startsWith("HTTP/1.1 204").contains("Access-Control-Allow-Origin: *\r\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/v1/auth/session",
                "/api/v1/tasks",
                "/api/v1/tools",
                "/completion/api/models",
                "/api/v1/nothing"
            })
    void personal_answers_are_not_stored(String path) {
        assertThat(ada.client().get(path).header("Cache-Control")).isEqualTo("no-store");
        assertThat(server.client().get(path).header("Cache-Control")).isEqualTo("no-store");
    }

    @Test
    void where_a_cookie_counts_no_setting_is_named_that_does_not() {
        String cookie = answer("GET /api/session", "Origin: " + TestServer.ALLOWED_ORIGIN);
        String bearer = answer("GET /api/v1/tasks", "Origin: https://evil.example");

        assertThat(cookie)
                .startsWith("HTTP/1.1 403")
                .contains("\"message\":\"Origin: ")
                .contains("GUILDHALL_PUBLIC_URL")
                .doesNotContain("GUILDHALL_ALLOWED_ORIGINS");
        assertThat(bearer).startsWith("HTTP/1.1 403").contains("GUILDHALL_ALLOWED_ORIGINS");
    }

    @Test
    void options_without_a_preflight_is_a_wrong_method() {
        assertThat(answer("OPTIONS /api/v1/tasks", "Authorization: Bearer " + ada.accessToken()))
                .startsWith("HTTP/1.1 405");
    }
}
