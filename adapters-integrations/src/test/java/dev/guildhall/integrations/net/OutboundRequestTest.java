package dev.guildhall.integrations.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.ports.tool.FailureKind;
import java.time.Duration;
import okhttp3.HttpUrl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OutboundRequestTest {
    private static final OutboundRequest GET = OutboundRequest.of("GET", HttpUrl.get("https://one.example/"));

    @ParameterizedTest
    @ValueSource(strings = {"a\r\nX-Evil: 1", "a\nb", "a\rb", "a\0b", "ä", "\u2028", "a\u007f", "a\u0085b"})
    void value_that_breaks_out_of_its_line_is_refused(String value) {
        assertInvalid(() -> GET.withHeader("X-A", value));
        assertInvalid(() -> OutboundRequest.of("POST", GET.url()).withBody(value, new byte[0]));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "X A", "X-A:", "X-A\r\nX-B", "ä", "X-A\0"})
    void name_that_is_no_name_is_refused(String name) {
        assertInvalid(() -> GET.withHeader(name, "1"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Host",
                "host",
                "Content-Length",
                "TRANSFER-ENCODING",
                "Connection",
                "Upgrade",
                "Expect",
                "TE",
                "Trailer",
                "Accept-Encoding",
                "Proxy-Authorization"
            })
    void headers_of_the_connection_cannot_be_set(String name) {
        assertInvalid(() -> GET.withHeader(name, "1"));
    }

    @Test
    void same_header_in_another_case_is_refused() {
        assertInvalid(() -> GET.withHeader("X-A", "1").withHeader("x-a", "2"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"TRACE", "CONNECT", "get", "", "GET /x HTTP/1.1\r\nX: "})
    void strange_method_is_refused(String method) {
        assertInvalid(() -> OutboundRequest.of(method, GET.url()));
    }

    @Test
    void too_much_of_anything_is_refused() {
        assertInvalid(() -> GET.withHeader("X-A", "a".repeat(OutboundLimits.HEADER_CHARACTERS + 1)));
        assertInvalid(() -> GET.withBody("text/plain", new byte[1]));
        assertInvalid(() ->
                OutboundRequest.of("POST", GET.url()).withBody("text/plain", new byte[OutboundLimits.BODY_BYTES + 1]));
        assertInvalid(() -> OutboundUrl.parse("https://one.example/" + "a".repeat(OutboundLimits.URL_CHARACTERS)));
        assertInvalid(() -> {
            OutboundRequest many = GET;
            for (int i = 0; i <= OutboundLimits.HEADERS; i++) {
                many = many.withHeader("X-" + i, "1");
            }
        });
    }

    @Test
    void no_time_is_no_request() {
        assertThatThrownBy(() -> GET.withLimits(Duration.ZERO, 1))
                .extracting("kind")
                .isEqualTo(FailureKind.TIMED_OUT);
    }

    @Test
    void text_form_shows_no_secret() {
        OutboundRequest secret = GET.withCredentialHeader("X-Key", "s3cret").withCredentialParameter("key", "s3cret");

        assertThat(secret.toString()).isEqualTo("OutboundRequest[GET https://one.example:443]");
    }

    private static void assertInvalid(Runnable request) {
        assertThatThrownBy(request::run).isInstanceOfSatisfying(OutboundFailure.class, failure -> {
            assertThat(failure.kind()).isEqualTo(FailureKind.INVALID_ARGUMENTS);
            assertThat(failure.getMessage()).doesNotContain("\r", "\n", "Evil");
        });
    }
}
