package dev.guildhall.integrations.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.integrations.net.RawServer;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolOutcome;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpFetchTest {
    @Test
    void page_is_returned_as_text_with_its_links() throws IOException {
        try (RawServer site = site(
                "200 OK",
                "text/html; charset=utf-8",
                "<title>News</title><h1>Hello</h1><script>no</script><a href=/more>More</a>")) {
            Map<String, Object> page = Tools.result("http_fetch", Map.of("url", site.address() + "/a"));

            assertThat(page)
                    .containsEntry("url", site.address() + "/a")
                    .containsEntry("status", 200)
                    .containsEntry("contentType", "text/html; charset=utf-8")
                    .containsEntry("title", "News")
                    .containsEntry("text", "# Hello\n\nMore")
                    .containsEntry("links", List.of(Map.of("text", "More", "url", site.address() + "/more")))
                    .containsEntry("truncated", false);
        }
    }

    @Test
    void redirect_is_followed_and_the_last_address_told() throws IOException {
        try (RawServer site = new RawServer((socket, request, _) -> RawServer.write(
                socket,
                request.startsWith("GET /b ")
                        ? "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 8\r\n\r\n{\"a\": 1}"
                        : "HTTP/1.1 302 Found\r\nLocation: /b\r\nContent-Length: 0\r\n\r\n"))) {
            Map<String, Object> page = Tools.result("http_fetch", Map.of("url", site.address()));

            assertThat(page).containsEntry("url", site.address() + "/b").containsEntry("text", "{\"a\": 1}");
        }
    }

    @Test
    void text_is_cut_at_the_requested_length() throws IOException {
        try (RawServer site = site("200 OK", "text/plain", "0123456789")) {
            Map<String, Object> page = Tools.result("http_fetch", Map.of("url", site.address(), "maxCharacters", 4));

            assertThat(page).containsEntry("text", "0123").containsEntry("truncated", true);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "400, FAILED",
        "401, UNAUTHORIZED",
        "403, FAILED",
        "404, FAILED",
        "408, TIMED_OUT",
        "500, UPSTREAM_FAILED",
        "501, UPSTREAM_FAILED",
        "304, INVALID_RESPONSE"
    })
    void status_determines_the_kind_of_failure(int status, FailureKind kind) throws IOException {
        try (RawServer site = new RawServer((socket, _, _) -> RawServer.write(
                socket, "HTTP/1.1 " + status + " X\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"))) {
            assertThat(Tools.failure(kind, "http_fetch", Map.of("url", site.address())))
                    .isEqualTo("the site answered with status " + status + (status >= 500 ? ": it has failed" : ""));
        }
    }

    @Test
    void rate_limit_of_the_site_says_when_to_retry() throws IOException {
        try (RawServer site =
                RawServer.saying("HTTP/1.1 429 Slow Down", "Retry-After: 120", "Content-Length: 0", "", "")) {
            assertThat(Tools.call("http_fetch", Map.of("url", site.address())))
                    .isEqualTo(new ToolOutcome.Failure(
                            FailureKind.RATE_LIMITED,
                            "the site answered with status 429: it is asked too often",
                            Optional.of(Duration.ofMinutes(2))));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://127.0.0.2/",
                "http://[::1]/",
                "http://169.254.169.254/latest/meta-data/",
                "http://10.0.0.1/",
                "http://2130706434/"
            })
    void internal_address_is_refused(String url) {
        assertThat(Tools.failure(FailureKind.BLOCKED, "http_fetch", Map.of("url", url)))
                .doesNotContain("127", "169", "10.");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "example", "ftp://a.example/", "file:///etc/passwd", "http://u:p@a.example/", "http://"})
    void malformed_address_is_an_invalid_argument(String url) {
        Tools.failure(FailureKind.INVALID_ARGUMENTS, "http_fetch", Map.of("url", url));
    }

    @Test
    void fetch_of_a_picture_fails_because_it_has_no_text() throws IOException {
        try (RawServer site = site("200 OK", "image/png", "x")) {
            assertThat(Tools.failure(FailureKind.INVALID_RESPONSE, "http_fetch", Map.of("url", site.address())))
                    .isEqualTo("no text can be extracted from image/png");
        }
    }

    @Test
    void endless_page_is_too_large() throws IOException {
        try (RawServer site = new RawServer((socket, _, _) -> {
            RawServer.write(socket, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n");
            byte[] more = "<p>".repeat(10_000).getBytes(java.nio.charset.StandardCharsets.UTF_8);
            while (!socket.isClosed()) {
                RawServer.write(socket, more);
            }
        })) {
            Tools.failure(FailureKind.TOO_LARGE, "http_fetch", Map.of("url", site.address()));
        }
    }

    private static RawServer site(String status, String type, String body) {
        return RawServer.saying(
                "HTTP/1.1 " + status, "Content-Type: " + type, "Content-Length: " + body.length(), "", body);
    }
}
