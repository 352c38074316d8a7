package dev.guildhall.http.run;

import static dev.guildhall.http.run.RunRequests.ended;
import static dev.guildhall.http.run.RunRequests.get;
import static dev.guildhall.http.run.RunRequests.post;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.core.inmemory.defaults.SystemTime;
import dev.guildhall.http.Browser;
import dev.guildhall.http.Client;
import dev.guildhall.http.RawHttp;
import dev.guildhall.http.TestServer;
import dev.guildhall.http.account.GroupRequests;
import dev.guildhall.ports.run.Sha256;
import dev.guildhall.testkit.ManualTicker;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RunFilesHttpTest {
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final TestSuites suites = new TestSuites();

    @AutoClose
    private final TestServer server = TestServer.start(suites::install);

    private Client client;
    private String token;
    private String run;

    @BeforeAll
    void start() {
        Client.Person ada = server.client().stranger();
        client = ada.client();
        token = ada.accessToken();
        run = ended(client, TestSuites.SHOP);
    }

    private HttpResponse<byte[]> ask(String method, String path, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + server.port() + "/api/v1" + path))
                .timeout(Duration.ofSeconds(20))
                .method(method, HttpRequest.BodyPublishers.noBody());
        if (headers.length > 0) {
            request.headers(headers);
        }
        return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    }

    private HttpResponse<byte[]> read(String path, String... headers) throws IOException, InterruptedException {
        String[] all = Arrays.copyOf(headers, headers.length + 2);
        all[headers.length] = "Authorization";
        all[headers.length + 1] = "Bearer " + token;
        return ask("GET", "/runs/" + run + path, all);
    }

    private static String header(HttpResponse<?> answer, String name) {
        return answer.headers().firstValue(name).orElse("");
    }

    @Test
    void a_screenshot_has_the_type_that_its_first_bytes_tell() throws Exception {
        HttpResponse<byte[]> png = image(TestSuites.PNG);
        HttpResponse<byte[]> jpeg = image(TestSuites.DIFF);
        HttpResponse<byte[]> webp = image(TestSuites.WEBP);

        assertThat(png.statusCode()).isEqualTo(200);
        assertThat(png.body()).isEqualTo(TestSuites.PNG);
        assertThat(header(png, "Content-Type")).isEqualTo("image/png");
        assertThat(header(png, "Content-Length")).isEqualTo(Integer.toString(TestSuites.PNG.length));
        assertThat(header(png, "X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(header(png, "Content-Disposition")).isEmpty();
        assertThat(header(png, "Content-Security-Policy")).startsWith("sandbox;");
        assertThat(header(jpeg, "Content-Type")).isEqualTo("image/jpeg");
        assertThat(header(webp, "Content-Type")).isEqualTo("image/webp");
    }

    @Test
    void the_browser_of_a_session_stores_screenshots_and_asks_each_time() {
        Browser ada = Browser.stranger(server.client());

        Client.Answer screenshot = ada.get("/web/api/v1/runs/" + run + "/images/"
                + TestSuites.digest(TestSuites.PNG).value());

        assertThat(screenshot.status()).isEqualTo(200);
        assertThat(screenshot.header("Cache-Control")).isEqualTo("private, no-cache");
        assertThat(screenshot.header("ETag")).isNotEmpty();
    }

    @Test
    void no_cache_keeps_what_a_token_or_a_link_is_needed_for() throws Exception {
        String signed = "/runs/" + run + "/signed/" + RunRequests.token(client, run);
        String screenshot = "/images/" + TestSuites.digest(TestSuites.PNG).value();
        String tag = "\"" + TestSuites.digest(TestSuites.PNG).value() + "\"";

        List<HttpResponse<byte[]>> answers = List.of(
                read(screenshot),
                read(screenshot, "If-None-Match", tag),
                read("/artifacts/run.log"),
                read("/artifacts/buys/video.webm", "Range", "bytes=0-9"),
                read("/artifacts/buys/video.webm", "Range", "bytes=99999999999999999999-"),
                ask("GET", signed + screenshot),
                ask("GET", signed + "/artifacts/report/index.html"));

        assertThat(answers).extracting(HttpResponse::statusCode).containsExactly(200, 304, 200, 206, 416, 200, 200);
        assertThat(answers)
                .allSatisfy(
                        answer -> assertThat(header(answer, "Cache-Control")).isEqualTo("no-store"));
    }

    private HttpResponse<byte[]> image(byte[] content) throws IOException, InterruptedException {
        return read("/images/" + Sha256.of(content).value());
    }

    @Test
    void what_a_run_does_not_refer_to_is_404() throws Exception {
        byte[] other = "another run's".getBytes(java.nio.charset.StandardCharsets.UTF_8);
        suites.blobs.put(new java.io.ByteArrayInputStream(other), 100);

        assertThat(image(other).statusCode()).isEqualTo(404);
        assertThat(read("/images/" + "0".repeat(64)).statusCode()).isEqualTo(404);
        assertThat(read("/images/x").statusCode()).isEqualTo(404);
        assertThat(read("/images/" + "A".repeat(64)).statusCode()).isEqualTo(404);
        assertThat(read("/artifacts/nothing.zip").statusCode()).isEqualTo(404);
        assertThat(read("/artifacts/..%2F..%2Fetc/passwd").statusCode()).isEqualTo(404);
        assertThat(read("/artifacts/report%00").statusCode()).isBetween(400, 499);
        assertThat(read("/artifacts/" + "x/".repeat(150) + "x").statusCode()).isEqualTo(404);
    }

    @Test
    void the_files_of_a_run_are_listed_by_name() {
        JsonNode files = get(client, "/runs/" + run + "/artifacts").json().get("artifacts");

        assertThat(files.findValuesAsText("name")).isSorted().hasSize(10).contains("report/index.html", "run.log");
        assertThat(files.findValuesAsText("kind")).contains("trace", "video", "log", "report", "attachment");
        assertThat(files.findValuesAsText("url"))
                .contains(TestServer.ISSUER + "/api/v1/runs/" + run + "/artifacts/buys/a%20%22b%22.svg");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        run.log               | text/plain;charset=utf-8 | ''
        buys/video.webm       | video/webm                | ''
        buys/trace.zip        | application/zip           | attachment; filename="trace.zip"
        buys/page.html        | text/html                 | attachment; filename="page.html"
        buys/a%20%22b%22.svg  | image/svg+xml             | attachment; filename="a _b_.svg"
        buys/odd              | application/octet-stream  | attachment; filename="odd"
        report/index.html     | text/html;charset=utf-8  | attachment; filename="index.html"
        report/trace/sw.js    | text/javascript;charset=utf-8 | attachment; filename="sw.js"
        """)
    void what_a_browser_would_carry_out_is_an_attachment(String name, String type, String disposition)
            throws Exception {
        HttpResponse<byte[]> answer = read("/artifacts/" + name);

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(header(answer, "Content-Type").replace("; ", ";")).isEqualToIgnoringCase(type);
        assertThat(header(answer, "Content-Disposition")).isEqualTo(disposition);
        assertThat(header(answer, "X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(header(answer, "Content-Security-Policy"))
                .startsWith("sandbox")
                .doesNotContain("allow-same-origin");
        assertThat(header(answer, "Set-Cookie")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "bytes=0-9, 0, 9",
        "bytes=99990-, 99990, 99999",
        "bytes=-5, 99995, 99999",
        "bytes=99999-999999, 99999, 99999",
        "bytes=-9999999, 0, 99999"
    })
    void a_part_of_a_video_is_answered(String range, int first, int last) throws Exception {
        HttpResponse<byte[]> answer = read("/artifacts/buys/video.webm", "Range", range);

        assertThat(answer.statusCode()).isEqualTo(206);
        assertThat(header(answer, "Content-Range"))
                .isEqualTo("bytes " + first + "-" + last + "/" + TestSuites.VIDEO.length);
        assertThat(answer.body()).isEqualTo(Arrays.copyOfRange(TestSuites.VIDEO, first, last + 1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"bytes=5-4", "bytes=a-b", "lines=1-2", "bytes=0-1,3-4", "bytes=-", "bytes"})
    void what_is_no_single_range_is_answered_whole(String range) throws Exception {
        HttpResponse<byte[]> answer = read("/artifacts/buys/video.webm", "Range", range);

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo(TestSuites.VIDEO);
    }

    @ParameterizedTest
    @CsvSource({"buys/video.webm, bytes=100000-", "buys/video.webm, bytes=-0", "empty.txt, bytes=0-0"})
    void a_range_behind_the_end_is_416(String name, String range) throws Exception {
        HttpResponse<byte[]> answer = read("/artifacts/" + name, "Range", range);

        assertThat(answer.statusCode()).isEqualTo(416);
        assertThat(header(answer, "Content-Range")).startsWith("bytes */");
        assertThat(header(answer, "Cache-Control")).isEqualTo("no-store");
        assertThat(new String(answer.body(), java.nio.charset.StandardCharsets.UTF_8))
                .contains("RANGE_NOT_SATISFIABLE");
    }

    @Test
    void a_part_of_another_version_is_not_mixed_in() throws Exception {
        HttpResponse<byte[]> whole =
                read("/artifacts/buys/video.webm", "Range", "bytes=0-9", "If-Range", "\"another\"");

        assertThat(whole.statusCode()).isEqualTo(200);
    }

    @Test
    void an_unchanged_file_is_not_sent_again() throws Exception {
        String tag = header(read("/artifacts/run.log"), "ETag");

        HttpResponse<byte[]> answer = read("/artifacts/run.log", "If-None-Match", tag);

        assertThat(answer.statusCode()).isEqualTo(304);
        assertThat(answer.body()).isEmpty();
    }

    @Test
    void head_tells_the_size() throws Exception {
        HttpResponse<byte[]> answer =
                ask("HEAD", "/runs/" + run + "/artifacts/buys/video.webm", "Authorization", "Bearer " + token);

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(header(answer, "Content-Length")).isEqualTo("100000");
        assertThat(answer.body()).isEmpty();
    }

    @Test
    void an_empty_file_is_empty() throws Exception {
        HttpResponse<byte[]> answer = read("/artifacts/empty.txt");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEmpty();
    }

    @Test
    void links_need_no_access_token() throws Exception {
        JsonNode links = post(client, "/runs/" + run + "/links", "").json();

        assertThat(links.get("expiresAt").asText()).matches(GroupRequests.TIMESTAMP);
        assertThat(links.get("artifacts")).hasSize(10);
        assertThat(links.get("screenshots")).hasSize(4);
        for (String address : List.of(
                links.get("report").asText(),
                links.at("/screenshots/2/url").asText(),
                links.at("/screenshots/2/diffUrl").asText(),
                links.at("/screenshots/2/baselineUrl").asText(),
                links.at("/artifacts/0/url").asText())) {
            assertThat(follow(address).statusCode()).as(address).isEqualTo(200);
        }
        assertThat(new String(follow(links.get("report").asText()).body(), java.nio.charset.StandardCharsets.UTF_8))
                .isEqualTo(TestSuites.PAGE);
    }

    private HttpResponse<byte[]> follow(String address, String... headers) throws IOException, InterruptedException {
        return ask("GET", address.replaceFirst("^http://[^/]*/api/v1", ""), headers);
    }

    @Test
    void a_page_of_another_origin_can_load_what_a_link_names() throws Exception {
        String report = post(client, "/runs/" + run + "/links", "").text("report");

        HttpResponse<byte[]> answer = follow(
                report.replace("index.html", "trace/sw.js"),
                "Origin",
                "null",
                "Sec-Fetch-Site",
                "cross-site",
                "Sec-Fetch-Mode",
                "cors");
        HttpResponse<byte[]> withToken =
                read("/artifacts/report/trace/sw.js", "Origin", "null", "Sec-Fetch-Site", "cross-site");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(header(answer, "Access-Control-Allow-Origin")).isEqualTo("*");
        assertThat(withToken.statusCode()).isEqualTo(403);
    }

    @Test
    void a_report_has_an_origin_where_that_is_its_own_alone() {
        String path = post(client, "/runs/" + run + "/links", "").text("report").replace(TestServer.REPORTS, "");

        String own = rawly("reports.localhost", path);
        String attached = rawly("reports.localhost", path.replace("index.html", "data/1.html"));
        String shared = rawly("localhost", path);
        String notLinked = rawly("reports.localhost", "/api/v1/runs/" + run);

        assertThat(own).startsWith("HTTP/1.1 200").contains("Content-Security-Policy: default-src 'none';");
        assertThat(attached).startsWith("HTTP/1.1 200").contains("Content-Security-Policy: sandbox allow-scripts");
        assertThat(own).doesNotContain("Content-Disposition");
        assertThat(shared)
                .startsWith("HTTP/1.1 200")
                .contains("Content-Security-Policy: sandbox; default-src 'none'")
                .contains("Content-Disposition: attachment; filename=\"index.html\"");
        assertThat(notLinked).startsWith("HTTP/1.1 421");
    }

    private String rawly(String host, String path) {
        try (RawHttp http = new RawHttp(server.port())) {
            http.send("GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\nAuthorization: Bearer " + token
                    + "\r\nConnection: close\r\n\r\n");
            return http.readAll();
        }
    }

    @Test
    void a_link_is_good_for_its_run_alone() throws Exception {
        String other = ended(client, TestSuites.SHOP);
        String good = RunRequests.token(client, run);

        assertThat(signed(run, good).statusCode()).isEqualTo(200);
        assertThat(signed(other, good).statusCode()).isEqualTo(404);
        assertThat(signed("run_unknown", good).statusCode()).isEqualTo(404);
    }

    private HttpResponse<byte[]> signed(String id, String signature) throws IOException, InterruptedException {
        return ask("GET", "/runs/" + id + "/signed/" + signature + "/artifacts/run.log");
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", ".", "a.b", "..%2F..", "a.b.c", "=.="})
    void what_is_no_signature_is_404(String signature) throws Exception {
        assertThat(signed(run, signature).statusCode()).isEqualTo(404);
    }

    @Test
    void a_signature_that_was_changed_anywhere_is_404() throws Exception {
        String good = RunRequests.token(client, run);
        for (int at = 0; at < good.length(); at += 7) {
            char other = good.charAt(at) == 'A' ? 'B' : 'A';
            String changed = good.substring(0, at) + other + good.substring(at + 1);
            assertThat(signed(run, changed).statusCode()).as(changed).isEqualTo(404);
        }
    }

    @Test
    void a_link_expires_after_two_hours() throws Exception {
        ManualTicker clock = new ManualTicker(SystemTime.CLOCK.instant());
        TestSuites others = new TestSuites();
        try (TestServer other = TestServer.start(parts -> others.install(parts).clock(clock))) {
            Client ada = other.client().stranger().client();
            String id = ended(ada, TestSuites.SHOP);
            String path = "/api/v1/runs/" + id + "/signed/" + RunRequests.token(ada, id) + "/artifacts/run.log";

            clock.advance(Duration.ofMinutes(119));
            int before = other.client().get(path).status();
            clock.advance(Duration.ofMinutes(1));
            int after = other.client().get(path).status();

            assertThat(before).isEqualTo(200);
            assertThat(after).isEqualTo(404);
        }
    }

    @Test
    void a_link_outlived_the_session_or_the_key_that_made_it() throws Exception {
        Client signedOut = server.client().stranger().client();
        Client.Person owner = server.client().stranger();
        JsonNode made =
                owner.client().post("/api/v1/keys", "{\"name\":\"pictures\"}").json();
        Client keyed = server.client().bearing(made.get("key").asText());
        String ofSignedOut = RunRequests.token(signedOut, run);
        String ofKey = RunRequests.token(keyed, run);
        String ofOwner = RunRequests.token(owner.client(), run);
        List<Integer> before = statuses(ofSignedOut, ofKey, ofOwner);

        signedOut.post("/api/v1/auth/logout", "{}");
        owner.client().send("DELETE", "/api/v1/keys/" + made.get("id").asText(), "");
        List<Integer> after = statuses(ofSignedOut, ofKey, ofOwner);
        owner.client().send("DELETE", "/api/v1/auth/account", "{\"password\":\"correct horse battery\"}");

        assertThat(before).containsExactly(200, 200, 200);
        assertThat(after).containsExactly(404, 404, 200);
        assertThat(statuses(ofOwner)).containsExactly(404);
    }

    private List<Integer> statuses(String... signatures) throws IOException, InterruptedException {
        List<Integer> statuses = new ArrayList<>();
        for (String signature : signatures) {
            statuses.add(signed(run, signature).statusCode());
        }
        return statuses;
    }

    @Test
    void former_baselines_can_be_looked_at() throws Exception {
        String id = ended(client, TestSuites.SHOP);
        RunRequests.put(client, "/runs/" + id + "/screenshots/home.png/approve");

        HttpResponse<byte[]> answer = ask(
                "GET", "/suites/shop/images/" + Sha256.of(TestSuites.PNG).value(), "Authorization", "Bearer " + token);
        HttpResponse<byte[]> other = ask(
                "GET", "/suites/shop/images/" + Sha256.of(TestSuites.DIFF).value(), "Authorization", "Bearer " + token);

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo(TestSuites.PNG);
        assertThat(other.statusCode()).isEqualTo(404);
    }
}
