package dev.guildhall.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.ReadinessCheck;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SystemRoutesTest {
    private final AtomicReference<Optional<String>> failure = new AtomicReference<>(Optional.empty());

    @AutoClose
    private TestServer server;

    private Client client;

    @BeforeAll
    void start() {
        ReadinessCheck check = new ReadinessCheck() {
            @Override
            public String name() {
                return "database";
            }

            @Override
            public Optional<String> failure() {
                return failure.get();
            }
        };
        server = TestServer.start(parts -> parts, List.of(check), List.of());
        client = server.client();
    }

    @Test
    void a_node_that_cannot_reach_its_database_lives_and_is_not_ready() {
        failure.set(Optional.of("the database cannot be reached"));

        Client.Answer live = client.get("/health/live");
        Client.Answer ready = client.get("/health/ready");
        failure.set(Optional.empty());
        Client.Answer again = client.get("/health/ready");

        assertThat(live.status()).isEqualTo(200);
        assertThat(ready.status()).isEqualTo(503);
        assertThat(ready.text("checks.database")).isEqualTo("the database cannot be reached");
        assertThat(again.status()).isEqualTo(200);
    }

    @Test
    void metrics_count_by_route_template_and_status() {
        client.get("/api/v1/secret-path-of-a-user");
        Client.Person person = client.stranger();
        person.client().get("/agent/api/chat/chat_private?userId=" + person.userId());

        String metrics = client.get("/metrics").body();

        assertThat(metrics)
                .contains("guildhall_http_request_duration_seconds_count{"
                        + "route=\"GET /agent/api/chat/{chatId}\",status=\"404\"} 1")
                .contains("route=\"unmatched\",status=\"404\"")
                .contains("guildhall_jvm_heap_used_bytes", "guildhall_http_requests_in_flight 1")
                .doesNotContain("secret-path", "chat_private");
    }

    @Test
    void the_public_halves_of_the_key_that_signs_and_of_the_next_one_are_published() {
        String keyId = keyIdOf(client.stranger().accessToken());

        Client.Answer keys = client.get("/.well-known/jwks.json");

        assertThat(keys.json().findValuesAsText("kid")).hasSize(2).contains(keyId);
        assertThat(keys.json().findValuesAsText("kty")).containsExactly("RSA", "RSA");
        assertThat(keys.json().findValues("d")).isEmpty();
    }

    private static String keyIdOf(String jwt) {
        byte[] header = java.util.Base64.getUrlDecoder().decode(jwt.substring(0, jwt.indexOf('.')));
        return new String(header, java.nio.charset.StandardCharsets.UTF_8).replaceFirst(".*\"kid\":\"([^\"]*).*", "$1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"account", "tools", "completion", "agent", "chat", "runs", "orchestration"})
    void every_service_has_an_openapi_document_with_its_address(String service) {
        Client.Answer answer = client.get("/openapi/" + service + ".json");

        assertThat(answer.text("openapi")).isEqualTo("3.1.0");
        assertThat(answer.json().at("/servers/0/url").asText())
                .isEqualTo(
                        service.equals("chat")
                                ? "/"
                                : TestServer.BASES.get(Service.fromWire(service).orElseThrow()));
    }

    @Test
    void the_page_of_the_documents_names_no_other_address() {
        Client.Answer page = client.get("/docs");

        assertThat(page.header("Content-Security-Policy")).startsWith("default-src 'none'");
        assertThat(page.body()).contains("/docs/swagger-ui-bundle.js").doesNotContain("http://", "https://");
        assertThat(client.get("/docs/docs.js").body())
                .contains("\"account\":\"/api/v1\"", "\"agent\":\"/agent\"")
                .doesNotContain("/*SERVICES*/");
        assertThat(client.get("/docs/swagger-ui-bundle.js").status()).isEqualTo(200);
        assertThat(client.get("/docs/swagger-ui.css").header("Content-Type")).startsWith("text/css");
    }

    @Test
    void the_files_of_the_page_are_compressed_for_clients_that_take_it() {
        for (String path : List.of("/docs", "/docs/docs.js", "/docs/swagger-ui-bundle.js", "/docs/swagger-ui.css")) {
            Client.Answer plain = client.get(path);
            Client.Answer compressed =
                    client.with("Accept-Encoding", "br, gzip").get(path);

            assertThat(plain.header("Content-Encoding")).as(path).isEmpty();
            assertThat(compressed.header("Content-Encoding")).as(path).isEqualTo("gzip");
            assertThat(compressed.header("Vary")).as(path).contains("Accept-Encoding");
            assertThat(length(compressed)).as(path).isLessThan(length(plain) * 2 / 3);
        }
        assertThat(client.with("Accept-Encoding", "gzip")
                        .get("/docs/favicon.png")
                        .header("Content-Encoding"))
                .isEmpty();
    }

    private static int length(Client.Answer answer) {
        return Integer.parseInt(answer.header("Content-Length"));
    }
}
