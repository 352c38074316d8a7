package dev.guildhall.integrations.httptool;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.integrations.manifest.Declared;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolEndpoint;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.testkit.Sample;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResponsesTest {
    private static final String JSON = "Content-Type: application/json\r\n";

    @TempDir
    private Path directory;

    private final Upstream upstream = new Upstream();
    private ToolEndpoint api;

    @BeforeEach
    void declare() {
        api = Declared.api(directory, upstream.address(), """
            "actions": {
              "plain": {"description": "d", "method": "POST", "path": "/x"},
              "part": {"description": "d", "method": "POST", "path": "/x", "result": "/data/0/a~1b"},
              "graph": {"description": "d", "method": "POST", "path": "/x", "result": "/data",
                "success": {"pointer": "/errors", "equals": null}},
              "sent": {"description": "d", "method": "POST", "path": "/x",
                "parameters": {"due": {"in": "body", "type": "string", "description": "d"},
                  "list": {"in": "body", "type": "array", "description": "d", "items": "number"}}},
              "raw": {"description": "d", "method": "POST", "path": "/x", "answer": "text"},
              "judged": {"description": "d", "method": "POST", "path": "/x",
                "success": {"pointer": "/status/code", "equals": 0},
                "error": {"pointer": "/status/text", "unauthorized": ["expired"], "rateLimited": ["slow"],
                          "unavailable": ["down"]}}}
            """);
    }

    @AfterEach
    void close() throws IOException {
        upstream.close();
    }

    private ToolOutcome outcome(String action, String response) {
        upstream.answers(response);
        return api.invoke(Declared.call("api." + action, Map.of()));
    }

    private Object data(String action, String response) {
        return ((ToolOutcome.Success) outcome(action, response)).data();
    }

    private ToolOutcome.Failure failure(String action, String response) {
        return (ToolOutcome.Failure) outcome(action, response);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        {"data":{"a":1}}|true
        {"data":{"a":1},"errors":null}|true
        {"data":{"a":1},"errors":[]}|false
        {"data":null,"errors":[{"message":"no"}]}|false
        """)
    void an_absent_value_is_the_null_that_marks_a_success(String body, boolean success) {
        assertThat(outcome("graph", Upstream.json(body)) instanceof ToolOutcome.Success)
                .isEqualTo(success);
    }

    @Test
    void json_may_begin_with_a_mark_and_have_another_charset() {
        assertThat(data("plain", Upstream.json("\uFEFF{\"a\": \"ü\"}"))).isEqualTo(Map.of("a", "ü"));
        assertThat(data("plain", bytes("application/json; charset=iso-8859-1", "{\"a\": \"ü\"}", ISO_8859_1)))
                .isEqualTo(Map.of("a", "ü"));
        assertThat(data("plain", bytes("application/json", "{\"a\": \"ü\"}", UTF_16)))
                .isEqualTo(Map.of("a", "ü"));
        assertThat(data("plain", bytes("text/plain", "\uFEFF[1]", UTF_8))).isEqualTo(Map.of("value", List.of(1)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "x-gzip", "X-GZIP", "deflate", "identity"})
    void a_coded_body_is_decoded(String coding) throws IOException {
        ByteArrayOutputStream coded = new ByteArrayOutputStream();
        try (OutputStream out = switch (coding) {
            case "deflate" -> new DeflaterOutputStream(coded);
            case "identity" -> coded;
            default -> new GZIPOutputStream(coded);
        }) {
            out.write("{\"a\":1}".getBytes(UTF_8));
        }
        upstream.answers((socket, request) -> {
            Upstream.write(
                    socket,
                    "HTTP/1.1 200 OK\r\n" + JSON + "Content-Encoding: " + coding + "\r\nContent-Length: " + coded.size()
                            + "\r\n\r\n");
            Upstream.write(socket, coded.toByteArray());
        });

        assertThat(((ToolOutcome.Success) api.invoke(Declared.call("api.plain", Map.of()))).data())
                .isEqualTo(Map.of("a", 1));
    }

    @Test
    void numbers_keep_their_digits_both_ways() {
        BigDecimal long25 = new BigDecimal("0.1234567890123456789012345");

        assertThat(data("plain", Upstream.json("{\"a\": 0.1234567890123456789012345, \"b\": [1.10,2.5,1E400]}")))
                .isEqualTo(Map.of("a", long25, "b", List.of(new BigDecimal("1.10"), 2.5, new BigDecimal("1E+400"))));
        api.invoke(Declared.call(
                "api.sent",
                Map.of("list", List.of(long25, new BigInteger("12345678901234567890"), new BigDecimal("1.10")))));
        assertThat(upstream.last().body())
                .isEqualTo("{\"list\":[0.1234567890123456789012345,12345678901234567890,1.10]}");
    }

    @Test
    void a_null_of_the_body_is_sent() {
        api.invoke(Declared.call("api.sent", Collections.singletonMap("due", null)));

        assertThat(upstream.last().body()).isEqualTo("{\"due\":null}");
    }

    private Upstream.Script bytes(String type, String text, Charset charset) {
        byte[] body = text.getBytes(charset);
        return (socket, request) -> {
            Upstream.write(
                    socket,
                    "HTTP/1.1 200 OK\r\nContent-Type: " + type + "\r\nContent-Length: " + body.length + "\r\n\r\n");
            Upstream.write(socket, body);
        };
    }

    private Object data(String action, Upstream.Script script) {
        upstream.answers(script);
        return ((ToolOutcome.Success) api.invoke(Declared.call("api." + action, Map.of()))).data();
    }

    @Test
    void an_object_is_the_result_as_it_is() {
        Object data = data(
                "plain", Upstream.json("{\"a\": [1, 2.5, true, null, \"ü\"], \"b\": {\"c\": 12345678901234567890}}"));

        assertThat(data)
                .isEqualTo(Map.of(
                        "a",
                        Arrays.asList(1, 2.5, true, null, "ü"),
                        "b",
                        Map.of("c", new BigInteger("12345678901234567890"))));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"[1,2]|[1, 2]", "\"text\"|text", "7|7", "true|true", "null|null"})
    void what_is_no_object_is_put_into_one(String json, String value) {
        assertThat(data("plain", Upstream.json(json)).toString()).isEqualTo("{value=" + value + "}");
    }

    @Test
    void a_pointer_takes_the_result_out_of_the_answer() {
        assertThat(data("part", Upstream.json("{\"data\": [{\"a/b\": {\"x\": 1}}]}")))
                .isEqualTo(Map.of("x", 1));
    }

    @Test
    void an_answer_without_anything_at_the_pointer_is_none() {
        assertThat(failure("part", Upstream.json("{\"data\": []}")))
                .isEqualTo(new ToolOutcome.Failure(
                        FailureKind.INVALID_RESPONSE,
                        "The API responded without a result: there is nothing at /data/0/a~1b"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"204 No Content", "200 OK", "201 Created", "205 Reset"})
    void nothing_is_an_empty_object(String status) {
        String length = status.startsWith("204") ? "" : "Content-Length: 0\r\n";

        assertThat(data("plain", "HTTP/1.1 " + status + "\r\n" + length + "\r\n"))
                .isEqualTo(Map.of());
    }

    @ParameterizedTest
    @ValueSource(strings = {"text/plain", "text/html; charset=utf-8", "application/xml", "text/csv"})
    void text_is_put_into_an_object(String type) {
        String response = Upstream.response("200 OK", "Content-Type: " + type + "\r\n", "<a>ü</a>\r\n");

        assertThat(data("plain", response)).isEqualTo(Map.of("text", "<a>ü</a>\r\n"));
    }

    @Test
    void json_that_calls_itself_text_or_nothing_is_json() {
        assertThat(data("plain", Upstream.response("200 OK", "Content-Type: text/plain\r\n", "{\"a\":1}")))
                .isEqualTo(Map.of("a", 1));
        assertThat(data("plain", Upstream.response("200 OK", "", "[1]"))).isEqualTo(Map.of("value", List.of(1)));
        assertThat(data("plain", Upstream.response("200 OK", "", "[1"))).isEqualTo(Map.of("text", "[1"));
    }

    @Test
    void raw_content_is_text_whatever_it_calls_itself() {
        assertThat(data("raw", Upstream.json("{\"a\":1}"))).isEqualTo(Map.of("text", "{\"a\":1}"));
        assertThat(data("raw", Upstream.json("# Title"))).isEqualTo(Map.of("text", "# Title"));
        assertThat(data("raw", Upstream.json(""))).isEqualTo(Map.of("text", ""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{", "{\"a\":1} x", "{\"a\":NaN}", "<html>", "{\"a\":1e99999999999999999999}", "\u0000"})
    void json_that_is_none_is_an_invalid_response(String body) {
        assertThat(failure("plain", Upstream.json(body)))
                .isEqualTo(new ToolOutcome.Failure(
                        FailureKind.INVALID_RESPONSE,
                        "The API responded with JSON that is malformed or nested too deeply"));
    }

    @Test
    void json_beyond_the_depth_is_an_invalid_response() {
        String deep = "[".repeat(201) + "]".repeat(201);

        assertThat(failure("plain", Upstream.json(deep)).kind()).isEqualTo(FailureKind.INVALID_RESPONSE);
        assertThat(outcome("plain", Upstream.json(deep.substring(1, deep.length() - 1))))
                .isInstanceOf(ToolOutcome.Success.class);
    }

    @Test
    void numbers_that_no_database_takes_become_texts() {
        assertThat(data("plain", Upstream.json("{\"a\":1e1001,\"b\":1E-1000000000,\"c\":-2e+5,\"d\":0.1}")))
                .isEqualTo(Map.of("a", "1E+1001", "b", "1E-1000000000", "c", new BigDecimal("-2E+5"), "d", 0.1));
    }

    @Test
    void characters_that_no_database_takes_are_replaced() {
        assertThat(data("plain", Upstream.json("{\"a\\u0000\":\"b\\u0000\\ud800c\",\"\\udf0d\":1}")))
                .isEqualTo(Map.of("a\ufffd", "b\ufffd\ufffdc", "\ufffd", 1));
    }

    @ParameterizedTest
    @CsvSource({"image/png,image/png", "application/octet-stream,application/octet-stream"})
    void bytes_are_no_answer(String type, String said) {
        upstream.answers((socket, seen) -> {
            Upstream.write(socket, "HTTP/1.1 200 OK\r\nContent-Type: " + type + "\r\nContent-Length: 3\r\n\r\n");
            Upstream.write(socket, new byte[] {(byte) 0xff, 0, 1});
        });

        assertThat(api.invoke(Declared.call("api.plain", Map.of())))
                .isEqualTo(new ToolOutcome.Failure(
                        FailureKind.INVALID_RESPONSE, "The API responded with content that is not text: " + said));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "400 Bad|FAILED|The API refused the request (400): why",
                "401 Unauthorized|UNAUTHORIZED|The API does not accept the credential of the connection (401): why",
                "403 Forbidden|FAILED|The API does not allow this (403): why",
                "404 Not Found|FAILED|The API found nothing there, or the user may not see it (404): why",
                "409 Conflict|FAILED|The API refused the request (409): why",
                "422 Unprocessable|FAILED|The API refused the request (422): why",
                "429 Too Many|RATE_LIMITED|The API gets too many requests (429): why",
                "500 Broken|UPSTREAM_FAILED|The API failed (500): why",
                "503 Later|UPSTREAM_FAILED|The API failed (503): why",
                "304 Not Modified|FAILED|The API responded with a redirect that cannot be followed (304)"
            })
    void each_status_says_what_can_be_done(String status, FailureKind kind, String message) {
        String body = status.startsWith("304") ? "" : "{\"message\": \"why\"}";

        ToolOutcome.Failure failure = failure("plain", Upstream.response(status, JSON, body));

        assertThat(failure).isEqualTo(new ToolOutcome.Failure(kind, message));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"error\": {\"message\": \"a\", \"code\": 7}}|a",
                "{\"error\": \"invalid_grant\", \"error_description\": \"b\"}|b",
                "{\"error\": \"c\"}|c",
                "{\"detail\": \"d\", \"title\": \"t\"}|d",
                "{\"errors\": [{\"message\": \"e\"}]}|e [{\"message\":\"e\"}]",
                "{\"message\": \"Validation Failed\", \"errors\": [{\"field\": \"title\"}]}|Validation Failed"
                        + " [{\"field\":\"title\"}]",
                "{\"message\": \"two\\r\\nlines\\u0000\\u202e\\u001b[31m\"}|two lines [31m"
            })
    void the_upstreams_own_words_are_found(String body, String words) {
        assertThat(failure("plain", Upstream.response("400 Bad", JSON, body)).message())
                .isEqualTo("The API refused the request (400): " + words);
    }

    @Test
    void the_upstreams_words_are_cut() {
        String body = "{\"message\": \"" + "😀".repeat(5000) + "\"}";

        String message =
                failure("plain", Upstream.response("400 Bad", JSON, body)).message();

        assertThat(message).endsWith("😀…");
        assertThat(message.codePointCount(0, message.length())).isLessThan(600);
    }

    @Test
    void plain_text_is_the_upstreams_words_and_a_page_is_not() {
        assertThat(failure("plain", Upstream.response("400 Bad", "Content-Type: text/plain\r\n", "no\nway"))
                        .message())
                .isEqualTo("The API refused the request (400): no way");
        assertThat(failure("plain", Upstream.response("502 Bad", "Content-Type: text/html\r\n", "<h1>no</h1>"))
                        .message())
                .isEqualTo("The API failed (502)");
    }

    @Test
    void how_long_to_wait_is_passed_on_in_seconds_and_as_a_date() {
        String date = DateTimeFormatter.RFC_1123_DATE_TIME.format(
                Sample.NOW.plusSeconds(90).atOffset(ZoneOffset.UTC));

        ToolOutcome.Failure seconds = failure("plain", Upstream.response("429 Slow", "Retry-After: 30\r\n", ""));
        ToolOutcome.Failure then = failure("plain", Upstream.response("429 Slow", "Retry-After: " + date + "\r\n", ""));
        ToolOutcome.Failure later = failure("plain", Upstream.response("503 Later", "Retry-After: 5\r\n", ""));

        assertThat(seconds)
                .isEqualTo(new ToolOutcome.Failure(
                        FailureKind.RATE_LIMITED,
                        "The API gets too many requests (429); try again in 30 s",
                        Optional.of(Duration.ofSeconds(30))));
        assertThat(then.retryAfter())
                .hasValueSatisfying(wait -> assertThat(wait).isBetween(Duration.ofSeconds(89), Duration.ofSeconds(90)));
        assertThat(later.kind()).isEqualTo(FailureKind.UPSTREAM_FAILED);
        assertThat(later.retryAfter()).hasValue(Duration.ofSeconds(5));
    }

    @Test
    void a_limit_that_is_used_up_is_told_from_what_is_forbidden() {
        long reset = Sample.NOW.plusSeconds(61).getEpochSecond();
        String headers = "X-RateLimit-Remaining: 0\r\nX-RateLimit-Reset: " + reset + "\r\n";

        ToolOutcome.Failure exhausted = failure("plain", Upstream.response("403 Forbidden", headers, ""));
        ToolOutcome.Failure second = failure("plain", Upstream.response("403 Forbidden", "Retry-After: 60\r\n", ""));
        ToolOutcome.Failure forbidden =
                failure("plain", Upstream.response("403 Forbidden", "X-RateLimit-Remaining: 9\r\n", ""));

        assertThat(exhausted.kind()).isEqualTo(FailureKind.RATE_LIMITED);
        assertThat(exhausted.retryAfter())
                .hasValueSatisfying(wait -> assertThat(wait.toSeconds()).isEqualTo(60));
        assertThat(second.kind()).isEqualTo(FailureKind.RATE_LIMITED);
        assertThat(second.retryAfter()).hasValue(Duration.ofMinutes(1));
        assertThat(forbidden.kind()).isEqualTo(FailureKind.FAILED);
        assertThat(forbidden.retryAfter()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"soon", "-5", "99999999999999999999", "1.5.1", ""})
    void advice_that_makes_no_sense_is_none(String advice) {
        String headers =
                "Retry-After: " + advice + "\r\nX-RateLimit-Remaining: 0\r\nX-RateLimit-Reset: " + advice + "\r\n";

        ToolOutcome.Failure failure = failure("plain", Upstream.response("429 Slow", headers, ""));

        assertThat(failure.kind()).isEqualTo(FailureKind.RATE_LIMITED);
        assertThat(failure.retryAfter()).isEmpty();
    }

    @Test
    void a_success_that_says_otherwise_is_a_failure() {
        assertThat(data("judged", Upstream.json("{\"status\": {\"code\": 0.0}}")))
                .isEqualTo(Map.of("status", Map.of("code", 0.0)));
        assertThat(failure("judged", Upstream.json("{\"status\": {\"code\": 1, \"text\": \"no such thing\"}}")))
                .isEqualTo(new ToolOutcome.Failure(FailureKind.FAILED, "The API refused the request: no such thing"));
        assertThat(failure("judged", Upstream.json("{}")))
                .isEqualTo(
                        new ToolOutcome.Failure(FailureKind.FAILED, "The API refused the request: it gave no reason"));
    }

    @ParameterizedTest
    @CsvSource({"expired,UNAUTHORIZED", "slow,RATE_LIMITED", "down,UPSTREAM_FAILED", "other,FAILED"})
    void an_upstreams_codes_are_kinds_of_failure(String code, FailureKind kind) {
        ToolOutcome.Failure failure =
                failure("judged", Upstream.json("{\"status\": {\"code\": 1, \"text\": \"" + code + "\"}}"));

        assertThat(failure.kind()).isEqualTo(kind);
        assertThat(failure.message()).endsWith(": " + code);
    }

    @Test
    void text_is_no_answer_where_json_is_judged() {
        assertThat(failure("judged", Upstream.response("200 OK", "Content-Type: text/plain\r\n", "ok"))
                        .kind())
                .isEqualTo(FailureKind.INVALID_RESPONSE);
    }
}
