package dev.guildhall.integrations.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.ports.tool.FailureKind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import okhttp3.HttpUrl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RedirectTest {
    private static final OutboundRequest SECRET_GET = request("GET", "https://one.example/a")
            .withHeader("X-Plain", "plain")
            .withCredentialHeader("X-Key", "key-12345")
            .withHeader("Authorization", "Bearer token-12345")
            .withHeader("Cookie", "c=1")
            .withCredentialParameter("api_key", "query-12345");
    private static final OutboundRequest POST = request("POST", "https://one.example/a")
            .withHeader("X-Plain", "plain")
            .withBody("text/plain", "body".getBytes(StandardCharsets.UTF_8));

    @Test
    void redirects_are_followed_at_most_three_times() throws IOException {
        try (RawServer server = new RawServer((socket, _, count) -> RawServer.write(
                socket, "HTTP/1.1 302 Found\r\nLocation: /" + count + "\r\nContent-Length: 0\r\n\r\n"))) {
            OutboundRequest request = Outside.get(server.address()).followingRedirects();

            assertThatThrownBy(() -> Outside.open().send(request))
                    .hasMessage("the response redirects more than 3 times");

            assertThat(server.requests()).hasSize(4);
        }
    }

    @Test
    void last_address_is_told() throws IOException {
        try (RawServer server = new RawServer((socket, request, _) -> RawServer.write(
                socket,
                request.startsWith("GET /there")
                        ? "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
                        : "HTTP/1.1 301 Moved\r\nLocation: there?x=1\r\nContent-Length: 0\r\n\r\n"))) {
            OutboundReply reply =
                    Outside.open().send(Outside.get(server.address() + "/here").followingRedirects());

            assertThat(reply.finalUrl()).hasToString(server.address() + "/there?x=1");
            assertThat(reply.status()).isEqualTo(200);
        }
    }

    @Test
    void redirect_is_an_answer_unless_it_is_to_be_followed() throws IOException {
        try (RawServer server =
                RawServer.saying("HTTP/1.1 302 Found", "Location: http://127.0.0.1:1/", "Content-Length: 0", "", "")) {
            OutboundReply reply = Outside.open().send(Outside.get(server.address()));

            assertThat(reply.status()).isEqualTo(302);
            assertThat(reply.header("Location")).contains("http://127.0.0.1:1/");
        }
    }

    @Test
    void credentials_do_not_reach_another_origin() throws IOException {
        try (RawServer other = RawServer.saying("HTTP/1.1 200 OK", "Content-Length: 0", "", "");
                RawServer first = RawServer.saying(
                        "HTTP/1.1 302 Found", "Location: " + other.address() + "/next", "Content-Length: 0", "", "")) {
            Outside.open()
                    .send(Outside.get(first.address())
                            .withHeader("X-Plain", "plain")
                            .withCredentialHeader("X-Key", "key-12345")
                            .withHeader("authorization", "Bearer token-12345")
                            .withHeader("COOKIE", "c=1")
                            .withCredentialParameter("api_key", "query-12345")
                            .followingRedirects());

            assertThat(first.requests().getFirst()).contains("key-12345", "token-12345", "c=1", "query-12345");
            assertThat(other.requests().getFirst())
                    .contains("X-Plain: plain")
                    .doesNotContain("key-12345", "token-12345", "c=1", "query-12345");
        }
    }

    @Test
    void credentials_stay_on_the_same_origin() {
        OutboundRequest next = next(SECRET_GET, 302, "/b?api_key=query-12345").orElseThrow();

        assertThat(next.headers()).containsEntry("X-Key", "key-12345").containsEntry("Cookie", "c=1");
        assertThat(next.url()).hasToString("https://one.example/b?api_key=query-12345");
    }

    @ParameterizedTest
    @CsvSource({"https://two.example/", "https://one.example:8443/", "https://sub.one.example/", "//two.example/"})
    void other_host_or_port_is_another_origin(String location) {
        assertThat(next(SECRET_GET, 307, location).orElseThrow().headers()).containsOnlyKeys("X-Plain");
    }

    @ParameterizedTest
    @CsvSource({
        "https://two.example/?api_key=query-12345",
        "https://two.example/?x=%71uery-12345",
        "https://two.example/p/key-12345",
        "https://token-12345.two.example/",
        "https://two.example/#query-12345",
        "https://two.example/?key-12345"
    })
    void credential_in_the_address_of_another_origin_is_not_sent(String location) {
        assertBlocked(SECRET_GET, 302, location);
    }

    @Test
    void https_is_not_left() {
        assertBlocked(SECRET_GET, 302, "http://one.example/a");
    }

    @ParameterizedTest
    @CsvSource({"301, GET, false", "302, GET, false", "303, GET, false", "307, POST, true", "308, POST, true"})
    void post_becomes_get_where_it_does(int status, String method, boolean withBody) {
        OutboundRequest next = next(POST, status, "/b").orElseThrow();

        assertThat(next.method()).isEqualTo(method);
        assertThat(next.body().isPresent()).isEqualTo(withBody);
    }

    @ParameterizedTest
    @CsvSource({"307", "308"})
    void body_does_not_reach_another_origin(int status) {
        assertBlocked(POST, status, "https://two.example/b");
    }

    @ParameterizedTest
    @CsvSource({"301", "302", "303"})
    void posted_elsewhere_loses_its_body(int status) {
        OutboundRequest next = next(POST, status, "https://two.example/b").orElseThrow();

        assertThat(next.method()).isEqualTo("GET");
        assertThat(next.body()).isEmpty();
    }

    @Test
    void put_stays_put() {
        OutboundRequest put = request("PUT", "https://one.example/a").withBody("text/plain", new byte[1]);

        assertThat(next(put, 302, "/b").orElseThrow().method()).isEqualTo("PUT");
        assertBlocked(put, 302, "https://two.example/b");
        assertThat(next(put, 303, "/b").orElseThrow().method()).isEqualTo("GET");
    }

    @ParameterizedTest
    @CsvSource({"https://user:word@two.example/", "https://0x7f.1/", "https://2130706433/"})
    void strange_addresses_are_blocked(String location) {
        assertBlocked(SECRET_GET, 302, location);
    }

    @ParameterizedTest
    @CsvSource({"ftp://two.example/", "javascript:alert(1)", "http://[::1%25lo]/", "https://a b/"})
    void what_is_no_web_address_is_no_answer(String location) {
        assertThatThrownBy(() -> next(SECRET_GET, 302, location))
                .extracting("kind")
                .isEqualTo(FailureKind.INVALID_RESPONSE);
    }

    @ParameterizedTest
    @CsvSource({"200", "201", "300", "304", "305", "306"})
    void other_answers_lead_nowhere(int status) {
        assertThat(next(SECRET_GET, status, "/b")).isEmpty();
        assertThat(Redirects.next(SECRET_GET, 302, Optional.empty())).isEmpty();
    }

    private static void assertBlocked(OutboundRequest request, int status, String location) {
        assertThatThrownBy(() -> next(request, status, location))
                .isInstanceOfSatisfying(OutboundFailure.class, failure -> {
                    assertThat(failure.kind()).isEqualTo(FailureKind.BLOCKED);
                    assertThat(failure.getMessage()).doesNotContain("12345", "word", "example");
                });
    }

    private static Optional<OutboundRequest> next(OutboundRequest request, int status, String location) {
        return Redirects.next(request, status, Optional.of(location));
    }

    private static OutboundRequest request(String method, String url) {
        return OutboundRequest.of(method, HttpUrl.get(url)).followingRedirects();
    }
}
