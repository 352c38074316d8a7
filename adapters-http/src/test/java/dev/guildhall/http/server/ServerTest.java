package dev.guildhall.http.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.http.Client;
import dev.guildhall.http.Guard;
import dev.guildhall.http.Listener;
import dev.guildhall.http.Mount;
import dev.guildhall.http.RawHttp;
import dev.guildhall.http.RequestLog;
import dev.guildhall.http.TestServer;
import dev.guildhall.http.system.Metrics;
import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ServerTest {

    @AutoClose
    private final TestServer server = TestServer.start();

    private final Client client = server.client();

    @ParameterizedTest
    @CsvSource({"/api/v1/nothing", "/api/v1", "/api/v1/auth/login/more"})
    void a_path_that_does_not_exist_is_404_in_the_coded_form(String path) {
        Client.Answer answer = client.get(path);

        assertThat(answer.error()).isEqualTo("404 NOT_FOUND");
        assertThat(answer.json().at("/error/status").asInt()).isEqualTo(404);
    }

    @ParameterizedTest
    @CsvSource({"/nothing", "/completion/nothing", "/agent/api/nothing", "/agent-v0.1/api/tasks", "/agentx"})
    void a_path_that_does_not_exist_is_404_in_the_plain_form(String path) {
        Client.Answer answer = client.get(path);

        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.text("error")).isEqualTo("Not Found");
        assertThat(answer.text("requestId")).isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        GET|/api/v1/auth/login|POST
        DELETE|/api/v1/auth/session|GET
        PUT|/completion/api/chat|POST
        POST|/agent/api/chat/chat_1|GET
        DELETE|/agent/api/chat/chat_1/trace|GET, HEAD
        GET|/agent/api/memory|POST
        DELETE|/agent/api/memory/usr_1|GET, HEAD
        GET|/agent/api/memory/usr_1/search|POST
        POST|/agent/api/memory/usr_1/summary|GET, HEAD
        GET|/agent/api/memory/usr_1/conversation/chat_1|DELETE
        PUT|/agent/api/memory/item/mem_1|DELETE, PATCH
        POST|/agent/api/tools|GET, HEAD
        PUT|/agent/api/tools/a.b|GET, HEAD, PATCH
        DELETE|/agent-v0.1/api/tools/execute|GET, HEAD, PATCH, POST
        PATCH|/health/live|GET
        OPTIONS|/api/v1/auth/login|POST
        """)
    void a_wrong_method_is_405_with_allow(String method, String path, String allowed) {
        Client.Answer answer = client.send(method, path);

        assertThat(answer.status()).isEqualTo(405);
        assertThat(answer.header("Allow")).contains(allowed);
        assertThat(answer.body()).contains(path.startsWith("/api/v1") ? "METHOD_NOT_ALLOWED" : "Method Not Allowed");
    }

    @ParameterizedTest
    @ValueSource(strings = {"abc", "6d1f2a0e-52a2-4a3f-8d9a-3a0e3f9a1b2c", "~!@#$%^&*()"})
    void the_request_id_of_a_caller_is_kept(String id) {
        Client.Answer answer = client.with("X-Request-Id", id).get("/health/live");

        assertThat(answer.header("X-Request-Id")).isEqualTo(id);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "has blank", "ümlaut"})
    void a_request_id_that_is_not_visible_ascii_is_replaced(String id) {
        try (RawHttp http = new RawHttp(server.port())) {
            String answer = http.request("GET", "/health/live", "X-Request-Id: " + id + "\r\n", "")
                    .readAll();

            assertThat(answer).containsPattern("X-Request-Id: [0-9a-f-]{36}");
        }
    }

    @Test
    void a_request_id_of_more_than_128_characters_is_replaced() {
        Client.Answer kept = client.with("X-Request-Id", "x".repeat(128)).get("/health/live");
        Client.Answer replaced = client.with("X-Request-Id", "x".repeat(129)).get("/health/live");

        assertThat(kept.header("X-Request-Id")).hasSize(128);
        assertThat(replaced.header("X-Request-Id")).hasSize(36);
    }

    @Test
    void a_body_above_the_limit_of_its_path_is_413_in_the_services_form() {
        String body = "{\"email\":\"" + "a".repeat(1024 * 1024) + "\"}";

        Client.Answer coded = client.post("/api/v1/auth/login", body);
        Client.Answer plain = client.stranger().client().post("/completion/api/chat", body.repeat(32));

        assertThat(coded.error()).isEqualTo("413 PAYLOAD_TOO_LARGE");
        assertThat(plain.text("error")).isEqualTo("Payload Too Large");
    }

    @Test
    void a_chunked_body_above_one_mebibyte_is_413_too() {
        try (RawHttp http = new RawHttp(server.port())) {
            http.send("POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
                    + "Transfer-Encoding: chunked\r\n\r\n");
            for (int i = 0; i < 20; i++) {
                http.send("10000\r\n" + "a".repeat(0x10000) + "\r\n");
            }
            String answer = http.send("0\r\n\r\n").readAll();

            assertThat(answer).startsWith("HTTP/1.1 413").contains("PAYLOAD_TOO_LARGE");
        }
    }

    @Test
    void a_body_of_exactly_one_mebibyte_is_read() {
        String start = "{\"email\":\"a@b.c\",\"password\":\"";
        String body = start + "x".repeat(1024 * 1024 - start.length() - 2) + "\"}";

        Client.Answer answer = client.post("/api/v1/auth/login", body);

        assertThat(answer.status()).isEqualTo(401);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/%00", "/%zz", "/%"})
    void a_malformed_path_is_answered_in_the_services_form(String end) {
        try (RawHttp http = new RawHttp(server.port())) {
            String answer = http.request("GET", "/api/v1" + end, "", "").readAll();

            assertThat(answer)
                    .startsWith("HTTP/1.1 4")
                    .contains("application/json")
                    .doesNotContain("<html");
        }
    }

    @Test
    void a_connection_that_ends_with_a_malformed_request_was_not_said_to_end() {
        try (RawHttp http = new RawHttp(server.port())) {
            String answer = http.send("GET /%00 HTTP/1.1\r\nHost: x\r\n\r\n").readAll();

            assertThat(answer).startsWith("HTTP/1.1 400").containsIgnoringCase("\r\nConnection: close\r\n");
        }
    }

    @ParameterizedTest
    @CsvSource({"/api/v1/groups//members", "/api/v1/auth/oauth//authorize"})
    void a_path_with_an_empty_identifier_was_405_to_the_very_method_that_it_allowed(String path) {
        Client.Answer answer = client.get(path);

        assertThat(answer.fault()).isEqualTo("404 there is no such path");
    }

    @Test
    void a_connection_goes_on_behind_a_refusal_whose_request_has_a_body_that_comes_late() {
        try (RawHttp raw = new RawHttp(server.port())) {
            raw.send("POST /api/v1/groups HTTP/1.1\r\nHost: x\r\nContent-Length: 12\r\n\r\n");
            raw.send("{\"name\":\"g\"}");
            String refused = raw.readUntil("}}");
            raw.send("GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n");
            String next = raw.readUntil("\r\n\r\n");

            assertThat(refused).startsWith("HTTP/1.1 401").doesNotContain("Connection: close");
            assertThat(next).startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void a_version_of_http_that_is_not_spoken_was_our_own_fault() {
        try (RawHttp raw = new RawHttp(server.port())) {
            String answer =
                    raw.send("GET /api/v1/profiles HTTP/1.2\r\nHost: x\r\n\r\n").readAll();

            assertThat(answer).startsWith("HTTP/1.1 505");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"c0af", "e080af", "c1ae", "ff", "eda080"})
    void bytes_that_are_not_utf_8_are_a_fault_of_the_body(String hex) throws Exception {
        Client.Person ada = server.client().stranger();
        byte[] body = ("{\"name\":\"" + "x".repeat(hex.length() / 2) + "\"}").getBytes(StandardCharsets.UTF_8);
        byte[] bad = HexFormat.of().parseHex(hex);
        System.arraycopy(bad, 0, body, 9, bad.length);

        Client.Answer answer = ada.client().send("POST", "/api/v1/groups", body);

        assertThat(answer.fault()).isEqualTo("422 body: is not JSON in UTF-8");
    }

    @ParameterizedTest
    @CsvSource({
        "UTF-16LE, '', is UTF-16; send UTF-8",
        "UTF-16BE, '', is UTF-16; send UTF-8",
        "UTF-16, '', is UTF-16; send UTF-8",
        "UTF-16LE, fffe, is UTF-16; send UTF-8",
        "UTF-32LE, '', is UTF-32; send UTF-8",
        "UTF-32BE, '', is UTF-32; send UTF-8",
        "UTF-32LE, fffe0000, is UTF-32; send UTF-8",
        "UTF-8, 1f8b, is compressed with gzip; send it uncompressed",
        "UTF-8, 28b52ffd, is compressed with zstd; send it uncompressed"
    })
    void another_encoding_than_utf_8_is_named(Charset charset, String mark, String fault) throws Exception {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.write(HexFormat.of().parseHex(mark));
        body.write("{\"name\":\"g\"}".getBytes(charset));

        Client.Answer answer = server.client().stranger().client().send("POST", "/api/v1/groups", body.toByteArray());

        assertThat(answer.fault()).isEqualTo("422 body: " + fault);
    }

    @Test
    void a_byte_order_mark_is_skipped() {
        Client client = server.client().stranger().client();

        Client.Answer marked = client.post("/api/v1/groups", "\ufeff{\"name\":\"g\"}");
        Client.Answer alone = client.post("/api/v1/groups", "\ufeff");

        assertThat(marked.texts("name")).containsExactly("g");
        assertThat(alone.fault()).isEqualTo("422 body: must be a JSON object");
    }

    @Test
    void a_content_encoding_is_named_and_one_without_effect_is_ignored() {
        Client client = server.client().stranger().client();
        byte[] compressed = HexFormat.of().parseHex("8b058000");

        Client.Answer brotli = client.with("Content-Encoding", "br").send("POST", "/api/v1/groups", compressed);
        Client.Answer plain = client.with("Content-Encoding", "gzip").post("/api/v1/groups", "{\"name\":\"g\"}");

        assertThat(brotli.fault()).isEqualTo("422 body: is compressed with br; send it uncompressed");
        assertThat(plain.status()).isEqualTo(201);
    }

    @Test
    void a_name_may_begin_with_a_fullwidth_letter() {
        Client client = server.client().stranger().client();

        assertThat(client.post("/api/v1/groups", "{\"\uff41\":1,\"name\":\"g\"}")
                        .status())
                .isEqualTo(201);
    }

    @Test
    void deep_nesting_is_a_fault_of_the_body() {
        String body = "{\"email\":" + "[".repeat(50_000) + "]".repeat(50_000) + "}";

        Client.Answer answer = client.post("/api/v1/auth/login", body);

        assertThat(answer.status()).isEqualTo(422);
    }

    @Test
    void a_port_in_use_is_said_in_one_line() {
        Mount root = new Mount(Optional.empty(), "", List.of(), new dev.guildhall.http.system.SystemErrors());
        Listener same = new Listener("127.0.0.1", server.port(), List.of(root));
        RequestLog log = new Metrics(Set.of(), "1.2.3").requestLog();
        Guard guard = server.guard();

        assertThatThrownBy(() ->
                        Server.start(List.of(same), guard, log, ServerLimits.DEFAULT, Server.BackgroundReplies.NONE))
                .isInstanceOf(PortTaken.class)
                .hasMessageContaining("in use");
    }

    @ParameterizedTest
    @CsvSource({"/api/v1/auth/session,401", "/agent/api/chat/chat_x,401", "/health/live,200", "/docs,200"})
    void head_answers_as_get_does_without_the_body(String path, int status) {
        Client.Answer get = client.get(path);

        Client.Answer head = client.send("HEAD", path);

        assertThat(head.status()).isEqualTo(status);
        assertThat(head.body()).isEmpty();
        assertThat(head.header("Content-Type")).isEqualTo(get.header("Content-Type"));
        assertThat(head.header("Content-Length")).isEqualTo(get.header("Content-Length"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Transfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n0\r\n\r\n",
                "Content-Length: 500\r\n\r\n{\"email\":\"a@b.c\""
            })
    void an_incomplete_body_is_never_a_success(String rest) {
        try (RawHttp http = new RawHttp(server.port())) {
            String answer = http.send("POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\n" + rest)
                    .endOfRequest()
                    .readAll();

            assertThat(answer).startsWith("HTTP/1.1 4").contains("VALIDATION_ERROR");
        }
    }

    @Test
    void a_client_that_asks_before_it_sends_too_much_is_told_not_to() {
        try (RawHttp http = new RawHttp(server.port())) {
            String answer = http.send("POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n"
                            + "Content-Length: 2000000\r\n\r\n")
                    .readUntil("}}");

            assertThat(answer).startsWith("HTTP/1.1 413").doesNotContain("100 Continue");
        }
    }

    @Test
    void a_field_that_is_named_twice_is_said_to_be() {
        Client.Answer answer =
                client.post("/api/v1/auth/login", "{\"email\":\"a\",\"email\":\"b\",\"password\":\"c\"}");

        assertThat(answer.text("error.message")).startsWith("body: names a field twice (line 1");
    }
}
