package dev.guildhall.http.token;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.http.RawHttp;
import dev.guildhall.http.TestServer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where a token counts: in one Authorization header, and nowhere else. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TokenPlacesTest {
    private static final String SESSION = "/api/v1/auth/session";
    private static final String BEARER = "Authorization: Bearer TOKEN\r\n";

    @AutoClose
    private final TestServer server = TestServer.start();

    private String token = "";
    private String another = "";

    @BeforeAll
    void start() {
        token = server.client().stranger().accessToken();
        another = server.client().stranger().accessToken();
    }

    private String ask(String path, String headers, String body) {
        try (RawHttp http = new RawHttp(server.port())) {
            return http.request("GET", filled(path), filled(headers), filled(body))
                    .readAll();
        }
    }

    private String filled(String text) {
        return text.replace("TOKEN", token).replace("ANOTHER", another);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                BEARER,
                "authorization: bearer TOKEN\r\n",
                "AUTHORIZATION: BEARER TOKEN\r\n",
                "Authorization: bEaReR TOKEN\r\n",
                "Authorization: Bearer   TOKEN  \r\n"
            })
    void the_scheme_counts_in_any_case(String headers) {
        String answer = ask(SESSION, headers, "");

        assertThat(answer).startsWith("HTTP/1.1 200");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Cookie: access_token=TOKEN; token=TOKEN; Authorization=Bearer TOKEN\r\n",
                "X-Access-Token: TOKEN\r\n",
                "Proxy-Authorization: Bearer TOKEN\r\n",
                "X-Authorization: Bearer TOKEN\r\n",
                "Authorization: TOKEN\r\n",
                "Authorization: BearerTOKEN\r\n",
                "Authorization: Bearer\r\n",
                "Authorization: Bearer,TOKEN\r\n",
                "Authorization: Token TOKEN\r\n",
                "Authorization: Basic TOKEN\r\n",
                "Authorization: Bearer Bearer TOKEN\r\n",
                "Authorization: Bearer \"TOKEN\"\r\n",
                "Authorization: Bearer TOKEN TOKEN\r\n",
                "Authorization: Bearer TOKEN, Bearer TOKEN\r\n",
                "Authorization: Bearer TOKEN,Bearer ANOTHER\r\n",
                "Authorization: Bearer TOKEN;realm=x\r\n",
                "Authorization: Bearer x\r\nCookie: access_token=TOKEN\r\n"
            })
    void a_token_in_any_other_place_or_form_does_not_count(String headers) {
        String answer = ask(SESSION, headers, "");

        assertThat(answer).startsWith("HTTP/1.1 401").contains("UNAUTHENTICATED");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "?access_token=TOKEN",
                "?token=TOKEN&Authorization=Bearer%20TOKEN",
                ";access_token=TOKEN",
                "#access_token=TOKEN"
            })
    void a_token_in_the_address_does_not_count(String more) {
        String answer = ask(SESSION + more, "", "");

        assertThat(answer).startsWith("HTTP/1.1 4").doesNotContain(token);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"access_token\":\"TOKEN\",\"accessToken\":\"TOKEN\"}", "access_token=TOKEN"})
    void a_token_in_a_body_does_not_count(String body) {
        String answer = ask(SESSION, "Content-Type: application/x-www-form-urlencoded\r\n", body);

        assertThat(answer).startsWith("HTTP/1.1 401").contains("UNAUTHENTICATED");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                BEARER + "Authorization: Bearer ANOTHER\r\n",
                BEARER + BEARER,
                BEARER + "Authorization: Basic YTpi\r\n",
                "Authorization: Basic YTpi\r\n" + BEARER,
                "Authorization:\r\n" + BEARER,
                BEARER + "authorization: Bearer garbage\r\n"
            })
    void the_first_of_two_authorization_headers_counted(String headers) {
        String answer = ask(SESSION, headers, "");

        assertThat(answer).startsWith("HTTP/1.1 401").contains("UNAUTHENTICATED", "WWW-Authenticate: Bearer");
    }

    @Test
    void a_header_that_goes_on_in_the_next_line_is_no_http() {
        String answer = ask(SESSION, "Authorization: Bearer\r\n TOKEN\r\n", "");

        assertThat(answer).startsWith("HTTP/1.1 4");
    }
}
