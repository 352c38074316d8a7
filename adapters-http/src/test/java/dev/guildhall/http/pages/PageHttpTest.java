package dev.guildhall.http.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.http.Client;
import dev.guildhall.http.ErrorForms;
import dev.guildhall.http.RawHttp;
import dev.guildhall.http.TestServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The pages and their files over a socket. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PageHttpTest {
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    @AutoClose
    private final TestServer server = TestServer.start();

    private final Client client = server.client();
    private final String base =
            found("src=\"(/assets/[0-9a-f]{12})/app\\.js\"", client.get("/").body());

    private static String found(String pattern, String text) {
        Matcher matcher = Pattern.compile(pattern, Pattern.DOTALL).matcher(text);
        assertThat(matcher.find()).as(pattern + " in " + text).isTrue();
        return matcher.group(1);
    }

    private static Set<String> directives(Client.Answer answer) {
        return Arrays.stream(answer.header("Content-Security-Policy").split("; *"))
                .collect(Collectors.toSet());
    }

    /** Sends the path unchanged: an HTTP client would remove its dots. */
    private String raw(String path) {
        try (RawHttp http = new RawHttp(server.port())) {
            return http.request("GET", path, "", "").readAll();
        }
    }

    private HttpResponse<byte[]> bytes(String path, String... headers) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path));
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/sign-in",
                "/sign-in?error=denied",
                "/chats",
                "/chats/chat_1",
                "/chats/<script>",
                "/assistants",
                "/assistants/new",
                "/memory",
                "/tools/x",
                "/integrations",
                "/tasks/x",
                "/workflows/x",
                "/definitions/x",
                "/runs/x",
                "/suites/x",
                "/files",
                "/dashboard",
                "/account",
                "/account/sessions",
                "/account/groups/x",
                "/setup",
                "/invitation",
                "/forgot-password",
                "/reset-password",
                "/verify-email"
            })
    void every_address_of_the_application_is_the_same_page(String path) {
        Client.Answer answer = client.get(path.replace("<", "%3C").replace(">", "%3E"));

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("Content-Type")).isEqualTo("text/html;charset=utf-8");
        assertThat(answer.header("Cache-Control")).isEqualTo("no-cache");
        assertThat(answer.header("X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(answer.header("Referrer-Policy")).isEqualTo("same-origin");
        assertThat(answer.header("Cross-Origin-Opener-Policy")).isEmpty();
        assertThat(answer.header("Set-Cookie")).isEmpty();
        assertThat(answer.body())
                .isEqualTo(client.get("/").body())
                .doesNotContain("{{", "http://", "https://", "style=");
    }

    @Test
    void the_opener_policy_is_sent_to_browsers_that_apply_it() {
        Client secure = client.with("Sec-Fetch-Site", "none");

        assertThat(secure.get("/").header("Cross-Origin-Opener-Policy")).isEqualTo("same-origin");
        assertThat(secure.get("/oauth/authorize").header("Cross-Origin-Opener-Policy"))
                .isEqualTo("unsafe-none");
    }

    @Test
    void no_script_runs_that_is_not_a_file_of_this_server_or_the_import_map() throws Exception {
        Client.Answer answer = client.get("/");

        String map = found("<script type=\"importmap\">(.*?)</script>", answer.body());
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(map.getBytes(StandardCharsets.UTF_8));
        assertThat(directives(answer))
                .contains(
                        "default-src 'none'",
                        "script-src 'self' 'sha256-" + Base64.getEncoder().encodeToString(digest) + "'",
                        "style-src 'self'",
                        "connect-src 'self'",
                        "base-uri 'none'",
                        "form-action 'self'",
                        "frame-src 'self'",
                        "frame-ancestors 'none'",
                        "require-trusted-types-for 'script'",
                        "trusted-types lit-html dompurify guildhall");
        assertThat(answer.header("Content-Security-Policy")).doesNotContain("unsafe", "*", "http");
        assertThat(Pattern.compile("<script").matcher(answer.body()).results()).hasSize(2);
    }

    @Test
    void the_frame_of_diagrams_has_an_origin_of_its_own_and_may_load_nothing() throws Exception {
        Client.Answer answer = client.get(base + "/diagram.html");

        Set<String> scripts = new HashSet<>();
        Matcher script =
                Pattern.compile("<script>(.*?)</script>", Pattern.DOTALL).matcher(answer.body());
        while (script.find()) {
            byte[] digest =
                    MessageDigest.getInstance("SHA-256").digest(script.group(1).getBytes(StandardCharsets.UTF_8));
            scripts.add("'sha256-" + Base64.getEncoder().encodeToString(digest) + "'");
        }
        assertThat(scripts).hasSize(2);
        assertThat(directives(answer))
                .contains(
                        "sandbox allow-scripts",
                        "default-src 'none'",
                        "style-src 'unsafe-inline'",
                        "frame-ancestors 'self'")
                .doesNotContain("connect-src 'self'");
        assertThat(answer.header("Content-Security-Policy")).doesNotContain("script-src 'self'", "unsafe-eval");
        assertThat(scripts)
                .allSatisfy(hash ->
                        assertThat(answer.header("Content-Security-Policy")).contains(hash));
    }

    @Test
    void everything_that_the_page_names_is_there() {
        List<String> named = Pattern.compile("\"(/assets/[^\"]+[^/\"])\"")
                .matcher(client.get("/").body())
                .results()
                .map(name -> name.group(1))
                .toList();

        assertThat(named)
                .hasSizeGreaterThan(8)
                .allSatisfy(path -> assertThat(client.get(path).status()).isEqualTo(200));
    }

    @ParameterizedTest
    @CsvSource({
        "app.js, text/javascript; charset=utf-8",
        "style.css, text/css; charset=utf-8",
        "mark.svg, image/svg+xml",
        "icons.svg, image/svg+xml",
        "pages/chat.js, text/javascript; charset=utf-8",
        "lib/dompurify/dist/purify.es.mjs, text/javascript; charset=utf-8",
        "lib/katex/dist/fonts/KaTeX_Main-Regular.woff2, font/woff2"
    })
    void a_file_has_its_type_and_is_kept_for_good(String file, String type) {
        Client.Answer answer = client.get(base + "/" + file);

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("Content-Type")).isEqualTo(type);
        assertThat(answer.header("Cache-Control")).isEqualTo("public, max-age=31536000, immutable");
        assertThat(answer.header("X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(answer.header("Vary")).contains("Accept-Encoding");
        assertThat(answer.header("Set-Cookie")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"gzip|true", "br, gzip;q=0.5|true", "GZIP|true", "br|false", "identity|false", "gzip;q=0|false"})
    void a_file_is_compressed_for_clients_that_take_it(String accepted, boolean compressed) throws Exception {
        byte[] plain = bytes(base + "/app.js").body();

        HttpResponse<byte[]> answer = bytes(base + "/app.js", "Accept-Encoding", accepted);

        assertThat(answer.headers().firstValue("Content-Encoding").isPresent()).isEqualTo(compressed);
        try (InputStream in = new java.io.ByteArrayInputStream(answer.body())) {
            assertThat((compressed ? new GZIPInputStream(in) : in).readAllBytes())
                    .isEqualTo(plain);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/index.html",
                "/files.txt",
                "/icons.txt",
                "/types.d.ts",
                "/../index.html",
                "/pages/../../openapi/chat.json",
                "/%2e%2e/openapi/chat.json",
                "/..%2fopenapi%2fchat.json",
                "/%2e%2e%2fopenapi%2fapp.js",
                "/pages%2f..%2fapp.js",
                "/pages//chat.js",
                "//app.js",
                "/./app.js",
                "/app.js%00.svg",
                "/app.js;x=y",
                "/..;/app.js",
                "/APP.JS",
                "/app.js.map",
                "/\\app.js",
                "/%5c..%5capp.js",
                "/",
                "/pages",
                "/lib/",
                "/lib/lit",
                "/lib/lit/",
                "/lib/lit/package.json",
                "/lib/lit/../lit/index.js",
                "/lib/lit/%2e%2e/lit/3.3.3/index.js",
                "/lib/lit/..%2f..%2f..%2f..%2fweb%2fapp.js",
                "/lib/nothing/index.js",
                "/lib/swagger-ui/swagger-ui-bundle.js",
                "/web/app.js"
            })
    void no_address_leads_to_another_file(String path) {
        String answer = raw(base + path);

        assertThat(answer).matches("(?s)HTTP/1\\.1 4\\d\\d .*").doesNotContain("import ", "openapi");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/nothing", "/chats/a/b", "/sign-in/x", "/index.html", "/assets/000000000000/app.js"})
    void an_unknown_page_is_404_in_the_plain_form(String path) {
        Client.Answer answer = client.get(path);

        assertThat(answer.status()).isEqualTo(404);
        ErrorForms.check("GET " + path, answer);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/nothing", "/chats/a/b", "/index.html", "/api/v1/nothing", "/web/x", "/completion/x"})
    void a_browser_that_opens_an_unknown_address_gets_the_page_with_404(String path) {
        Client browser =
                client.with("Accept", "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8");

        Client.Answer answer = browser.get(path);
        Client.Answer head = browser.send("HEAD", path);

        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.header("Content-Type")).isEqualTo("text/html;charset=utf-8");
        assertThat(answer.body()).isEqualTo(client.get("/").body());
        assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
        assertThat(answer.header("ETag")).isEmpty();
        assertThat(directives(answer)).isEqualTo(directives(client.get("/")));
        assertThat(head.status()).isEqualTo(404);
        assertThat(head.body()).isEmpty();
        ErrorForms.check("POST " + path, browser.post(path, ""));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "*/*",
                "application/json",
                "text/html, application/json",
                "text/html;q=0.5, application/json;q=0.9",
                "application/json, text/plain, */*",
                "text/html;q=0",
                "text/html;q=x",
                ""
            })
    void a_client_that_does_not_ask_for_a_page_gets_an_error_of_the_service(String accept) {
        Client.Answer answer = client.with("Accept", accept).get("/api/v1/nothing");

        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.header("Content-Type")).isEqualTo("application/json");
        ErrorForms.check("GET /api/v1/nothing", answer);
    }

    @Test
    void head_answers_as_get_without_a_body() {

        for (String path : List.of("/", "/chats/x", base + "/app.js")) {
            Client.Answer get = client.get(path);
            Client.Answer head = client.send("HEAD", path);

            assertThat(head.status()).isEqualTo(200);
            assertThat(head.body()).isEmpty();
            assertThat(head.header("Content-Length")).isEqualTo(get.header("Content-Length"));
            assertThat(head.header("Content-Type")).isEqualTo(get.header("Content-Type"));
        }
        assertThat(client.send("HEAD", "/nothing").status()).isEqualTo(404);
    }

    @Test
    void a_page_takes_no_other_method() {
        Client.Answer answer = client.post("/", "x");

        assertThat(answer.status()).isEqualTo(405);
        assertThat(answer.header("Allow")).isEqualTo("GET, HEAD");
        ErrorForms.check("POST /", answer);
    }

    @Test
    void a_page_that_the_browser_has_is_not_sent_again() {
        String tag = client.get("/").header("ETag");

        Client.Answer same = client.with("If-None-Match", tag).get("/chats");
        Client.Answer other = client.with("If-None-Match", "\"other\"").get("/chats");

        assertThat(tag).startsWith("\"").endsWith("\"");
        assertThat(same.status()).isEqualTo(304);
        assertThat(same.body()).isEmpty();
        assertThat(same.header("ETag")).isEqualTo(tag);
        assertThat(directives(same)).as("a browser takes the new ones").isEqualTo(directives(other));
        assertThat(other.status()).isEqualTo(200);
    }
}
