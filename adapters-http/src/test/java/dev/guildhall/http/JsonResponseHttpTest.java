package dev.guildhall.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compressed JSON, and JSON that the client has already (general-31, general-32), over a socket. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class JsonResponseHttpTest {
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final String LONG = "a long question ".repeat(100);

    @AutoClose
    private final TestServer server = TestServer.start();

    private final Browser ada = Browser.stranger(server.client());
    private final String chat = "/api/chat/messages?chatId=" + chat(LONG);

    private String chat(String question) {
        Client.Answer answer = ada.post(
                "/api/chat",
                "{'userId':'ME','agentMode':'v0.1','messages':[{'role':'user','content':'" + question + "'}]}");
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return answer.header("X-Chat-Id");
    }

    private HttpResponse<byte[]> get(String path, String... headers) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(address(path)), headers);
    }

    private URI address(String path) {
        return URI.create("http://127.0.0.1:" + server.port() + path);
    }

    private HttpResponse<byte[]> send(HttpRequest.Builder request, String... headers)
            throws IOException, InterruptedException {
        request.header("Cookie", Browser.COOKIE + "=" + ada.key());
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    }

    private static String header(HttpResponse<?> response, String name) {
        return String.join(",", response.headers().allValues(name));
    }

    private static String unzipped(HttpResponse<byte[]> response) throws IOException {
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(response.body()))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void long_json_is_compressed_for_a_client_that_takes_it() throws Exception {
        String plain = new String(get(chat).body(), StandardCharsets.UTF_8);

        HttpResponse<byte[]> compressed = get(chat, "Accept-Encoding", "br, gzip;q=0.8");

        assertThat(header(compressed, "Content-Encoding")).isEqualTo("gzip");
        assertThat(header(compressed, "Vary")).contains("Accept-Encoding");
        assertThat(compressed.body()).hasSizeLessThan(plain.length() / 3);
        assertThat(unzipped(compressed)).isEqualTo(plain).contains(LONG.strip());
    }

    @ParameterizedTest
    @CsvSource({"gzip;q=0", "br", "identity"})
    void long_json_stays_plain_for_a_client_that_does_not_take_gzip(String accepted) throws Exception {
        HttpResponse<byte[]> plain = get(chat, "Accept-Encoding", accepted);

        assertThat(header(plain, "Content-Encoding")).isEmpty();
        assertThat(header(plain, "Vary")).contains("Accept-Encoding");
        assertThat(new String(plain.body(), StandardCharsets.UTF_8)).startsWith("{");
    }

    @ParameterizedTest
    @CsvSource({"/openapi/account.json", "/openapi/completion.json"})
    void public_documents_are_compressed_too(String path) throws Exception {
        HttpResponse<byte[]> compressed = get(path, "Accept-Encoding", "gzip");

        assertThat(header(compressed, "Content-Encoding")).isEqualTo("gzip");
        assertThat(unzipped(compressed)).isEqualTo(new String(get(path).body(), StandardCharsets.UTF_8));
    }

    @Test
    void short_json_is_not_compressed() throws Exception {
        assertThat(header(get("/api/session", "Accept-Encoding", "gzip"), "Content-Encoding"))
                .isEmpty();
    }

    @Test
    void json_with_a_secret_is_neither_compressed_nor_tagged() throws Exception {
        // The token of an administrator is the longest one.
        String credentials = Browser.credentials(TestServer.ADMIN);
        assertThat(server.client().post("/api/v1/auth/register", credentials).status())
                .isEqualTo(201);
        HttpRequest.Builder request = HttpRequest.newBuilder(address("/api/v1/auth/login"))
                .POST(HttpRequest.BodyPublishers.ofString(credentials));

        HttpResponse<byte[]> tokens = send(request, "Accept-Encoding", "gzip");

        assertThat(tokens.statusCode()).isEqualTo(200);
        assertThat(new String(tokens.body(), StandardCharsets.UTF_8)).contains("accessToken");
        assertThat(tokens.body().length).isGreaterThan(1024);
        assertThat(header(tokens, "Content-Encoding")).isEmpty();
        assertThat(header(tokens, "ETag")).isEmpty();
    }

    @Test
    void a_stream_of_events_is_not_compressed() throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(address("/api/chat"))
                .POST(HttpRequest.BodyPublishers.ofString("{\"userId\":\"" + ada.userId()
                        + "\",\"agentMode\":\"v0.1\",\"messages\":[{\"role\":\"user\",\"content\":\"" + LONG
                        + "\"}]}"));

        HttpResponse<byte[]> events = send(request, "Accept-Encoding", "gzip");

        assertThat(header(events, "Content-Encoding")).isEmpty();
        assertThat(new String(events.body(), StandardCharsets.UTF_8)).contains("event: done");
    }

    @Test
    void a_client_that_has_the_answer_already_gets_no_body_until_it_changes() throws Exception {
        String path = "/api/chat/messages?chatId=" + chat("first");
        String tag = header(get(path), "ETag");

        HttpResponse<byte[]> same = get(path, "If-None-Match", tag, "Accept-Encoding", "gzip");
        Client.Answer renamed = ada.send("PATCH", path.replace("/messages", ""), "{'title':'Another'}");
        HttpResponse<byte[]> changed = get(path, "If-None-Match", tag);

        assertThat(tag).startsWith("W/\"");
        assertThat(same.statusCode()).isEqualTo(304);
        assertThat(same.body()).isEmpty();
        assertThat(get(path, "If-None-Match", "*").statusCode()).isEqualTo(304);
        assertThat(renamed.status()).isEqualTo(200);
        assertThat(changed.statusCode()).isEqualTo(200);
        assertThat(header(changed, "ETag")).isNotEqualTo(tag);
    }

    @ParameterizedTest
    @CsvSource({
        "/openapi/account.json",
        "/openapi/tools.json",
        "/openapi/completion.json",
        "/openapi/agent.json",
        "/openapi/chat.json",
        "/openapi/runs.json",
        "/openapi/orchestration.json",
        "/.well-known/jwks.json",
        "/api/chat",
        "/api/chat/messages?chatId=CHAT",
        "/api/dashboard",
        "/api/dashboard/open",
        "/api/models",
        "/api/tasks",
        "/web/api/v1/tasks",
        "/web/api/v1/workflows",
        "/web/api/v1/runs",
        "/web/api/v1/suites",
        "/web/api/v1/integrations",
        "/web/api/v1/auth/sessions",
        "/web/agent/api/tasks?userId=ME"
    })
    void lists_that_pages_poll_and_documents_have_a_tag(String path) throws Exception {
        String own = path.replace("ME", ada.userId()).replace("CHAT", chat.replaceFirst(".*=", ""));
        HttpResponse<byte[]> first = get(own);

        HttpResponse<byte[]> second = get(own, "If-None-Match", header(first, "ETag"));

        assertThat(first.statusCode()).isEqualTo(200);
        assertThat(second.statusCode()).isEqualTo(304);
    }

    @Test
    void a_failed_answer_has_no_tag() throws Exception {
        HttpResponse<byte[]> unknown = get("/api/chat/messages?chatId=chat_unknown");

        assertThat(unknown.statusCode()).isEqualTo(404);
        assertThat(header(unknown, "ETag")).isEmpty();
    }
}
