package dev.guildhall.http.webchat;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.core.Limits;
import dev.guildhall.core.config.FileLimits;
import dev.guildhall.http.Browser;
import dev.guildhall.http.Client;
import dev.guildhall.http.ErrorForms;
import dev.guildhall.http.MultipartFiles;
import dev.guildhall.http.RawHttp;
import dev.guildhall.http.Route;
import dev.guildhall.http.TestServer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files of web users over a socket. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StoredFileHttpTest {
    private static final int MOST = 100_000;
    private static final String FILES = "/api/files";
    private static final String END = "--B--\r\n";

    @AutoClose
    private final TestServer server = TestServer.start(
            parts -> parts.limits(Limits.DEFAULT.withFile(new FileLimits(MOST, 10L * MOST, Duration.ofHours(1)))));

    private final Browser ada = Browser.stranger(server.client());

    private static String part(String name, String content) {
        return "--B\r\nContent-Disposition: form-data; name=\"file\"; filename=\"" + name
                + "\"\r\nContent-Type: text/html\r\n\r\n" + content + "\r\n";
    }

    private static Client.Answer upload(Browser browser, String body) {
        return upload(browser, "multipart/form-data; boundary=B", body);
    }

    private static Client.Answer upload(Browser browser, String type, String body) {
        return browser.client().with("Content-Type", type).send("POST", FILES, body);
    }

    private static JsonNode uploaded(Browser browser, String name, String content) {
        Client.Answer answer = upload(browser, part(name, content) + END);
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        return answer.json().at("/files/0");
    }

    private static Client.Answer download(Browser browser, JsonNode file) {
        return browser.get(FILES + "?download=true&fileId=" + file.get("id").asText());
    }

    private static List<String> names(Client.Answer list) {
        List<String> names = new ArrayList<>();
        list.json().get("files").forEach(file -> names.add(file.get("name").asText()));
        return names;
    }

    @Test
    void files_of_any_field_are_kept_with_what_they_are() {
        Browser eve = Browser.stranger(server.client());
        String field = "--B\r\nContent-Disposition: form-data; name=\"comment\"\r\n\r\nnot a file\r\n";

        Client.Answer answer = upload(eve, part("a.txt", "alpha") + field + part("b.pdf", "%PDF-1.7 x") + END);

        assertThat(answer.status()).isEqualTo(201);
        JsonNode first = answer.json().at("/files/0");
        assertThat(answer.json().get("files")).hasSize(2);
        assertThat(first.get("id").asText()).startsWith("file_");
        assertThat(Client.texts(first, "name", "size", "contentType", "sha256"))
                .containsExactly(
                        "a.txt", "5", "text/plain", "8ed3f6ad685b959ead7022518e1af76cd816f8e8ec7ccdda1ed4018e8f2223f8");
        assertThat(answer.json().at("/files/1/contentType").asText()).isEqualTo("application/pdf");
        assertThat(eve.get(FILES + "?fileId=" + first.get("id").asText()).json())
                .isEqualTo(first);
        assertThat(names(eve.get(FILES))).containsExactly("b.pdf", "a.txt");
    }

    @Test
    void forms_that_end_badly_use_up_no_quota() {
        Browser eve = Browser.stranger(server.client());
        for (int form = 0; form < 12; form++) {
            String content = String.valueOf((char) ('a' + form)).repeat(MOST);
            assertThat(upload(eve, part("a", content)).status()).isEqualTo(400);
        }

        Client.Answer answer = upload(eve, part("a", "x".repeat(MOST)) + END);

        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
    }

    @Test
    void a_list_comes_in_pages() {
        Browser eve = Browser.stranger(server.client());
        upload(eve, part("1", "1") + part("2", "2") + part("3", "3") + END);

        Client.Answer first = eve.get(FILES + "?limit=2");
        Client.Answer rest = eve.get(FILES + "?limit=2&cursor=" + first.text("nextCursor"));

        assertThat(names(first)).containsExactly("3", "2");
        assertThat(names(rest)).containsExactly("1");
        assertThat(rest.json().get("nextCursor").isNull()).isTrue();
        assertThat(eve.get(FILES + "?limit=0").status()).isEqualTo(400);
    }

    @ParameterizedTest
    @CsvSource({
        "<svg xmlns='http://www.w3.org/2000/svg'/>, image/svg+xml",
        "<!doctype html><script>1</script>, text/html",
        "<?xml version='1.0'?><a/>, application/xml",
        "plain, text/plain"
    })
    void a_download_is_never_shown_by_the_browser(String content, String type) {
        JsonNode file = uploaded(ada, "x.png", content);

        Client.Answer answer = download(ada, file);

        assertThat(answer.body()).isEqualTo(content);
        assertThat(answer.header("Content-Type")).isEqualTo(type);
        assertThat(answer.header("Content-Disposition")).startsWith("attachment;");
        assertThat(answer.header("X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(answer.header("Cache-Control")).isEqualTo("private, no-cache");
        assertThat(answer.header("Content-Security-Policy")).startsWith("sandbox;");
        assertThat(answer.header("ETag")).isEqualTo("\"" + file.get("sha256").asText() + "\"");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        a b.txt|a b.txt|attachment; filename="a b.txt"; filename*=UTF-8''a%20b.txt
        Müller €.txt|Müller €.txt|attachment; filename="M_ller _.txt"; filename*=UTF-8''M%C3%BCller%20%E2%82%AC.txt
        a%22b.txt|a"b.txt|attachment; filename="a_b.txt"; filename*=UTF-8''a%22b.txt
        a\\"b.txt|a"b.txt|attachment; filename="a_b.txt"; filename*=UTF-8''a%22b.txt
        a;b.txt|a;b.txt|attachment; filename="a_b.txt"; filename*=UTF-8''a%3Bb.txt
        ../../etc/passwd|passwd|attachment; filename="passwd"; filename*=UTF-8''passwd
        C:\\x\\y.txt|y.txt|attachment; filename="y.txt"; filename*=UTF-8''y.txt
        a*b.txt|a*b.txt|attachment; filename="a_b.txt"; filename*=UTF-8''a%2Ab.txt
        """)
    void a_name_is_data(String sent, String name, String disposition) {
        JsonNode file = uploaded(ada, sent, "x");

        assertThat(file.get("name").asText()).isEqualTo(name);
        assertThat(download(ada, file).header("Content-Disposition")).isEqualTo(disposition);
    }

    @ParameterizedTest
    @ValueSource(strings = {".", "..", " .. ", "a/..", "/", "a/ ", "   ", "\u00a0"})
    void a_name_that_no_file_can_have_is_refused_by_the_name_of_its_field(String name) {
        Client.Answer answer = upload(ada, part("good.txt", "x") + part(name, "x") + END);

        assertThat(answer.fault()).startsWith("400 name: ");
        ErrorForms.check("POST /api/files", answer);
    }

    @ParameterizedTest
    @CsvSource({
        "bytes=2-4, 206, 234, bytes 2-4/10",
        "bytes=7-, 206, 789, bytes 7-9/10",
        "bytes=-2, 206, 89, bytes 8-9/10",
        "bytes=8-99, 206, 89, bytes 8-9/10",
        "'bytes=0-1,3-4', 200, 0123456789, ''",
        "lines=0-1, 200, 0123456789, ''"
    })
    void a_range_of_a_file_is_sent(String range, int status, String body, String contentRange) {
        JsonNode file = uploaded(ada, "digits", "0123456789");
        Browser asking = new Browser(ada.client().with("Range", range), ada.userId(), ada.email(), ada.key());

        Client.Answer answer = download(asking, file);

        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.body()).isEqualTo(body);
        assertThat(answer.header("Content-Range")).isEqualTo(contentRange);
    }

    @ParameterizedTest
    @ValueSource(strings = {"bytes=10-", "bytes=99999999999999999999-"})
    void a_range_outside_of_a_file_is_416_in_the_form_of_the_service(String range) {
        JsonNode file = uploaded(ada, "digits", "0123456789");
        Browser asking = new Browser(ada.client().with("Range", range), ada.userId(), ada.email(), ada.key());

        Client.Answer answer = download(asking, file);

        assertThat(answer.status()).isEqualTo(416);
        assertThat(answer.header("Content-Range")).isEqualTo("bytes */10");
        ErrorForms.check("GET /api/files", answer);
    }

    @Test
    void a_copy_that_the_browser_has_is_not_sent_again() {
        JsonNode file = uploaded(ada, "digits", "0123456789");
        String tag = "\"" + file.get("sha256").asText() + "\"";
        Browser asking = new Browser(ada.client().with("If-None-Match", tag), ada.userId(), ada.email(), ada.key());

        Client.Answer answer = download(asking, file);

        assertThat(answer.status()).isEqualTo(304);
        assertThat(answer.body()).isEmpty();
    }

    @Test
    void another_users_file_is_one_that_does_not_exist() {
        Browser eve = Browser.stranger(server.client());
        String path =
                FILES + "?fileId=" + uploaded(ada, "secret", "x").get("id").asText();

        List<Client.Answer> answers = List.of(eve.get(path), eve.get(path + "&download=true"), eve.delete(path));

        assertThat(answers).allSatisfy(answer -> {
            assertThat(answer.status()).isEqualTo(404);
            ErrorForms.check("GET /api/files", answer);
        });
        assertThat(ada.get(path).status()).isEqualTo(200);
        assertThat(eve.get(FILES + "?userId=" + ada.userId()).status()).isEqualTo(403);
    }

    @Test
    void a_deleted_file_is_not_found() {
        String path = FILES + "?fileId=" + uploaded(ada, "old", "x").get("id").asText();

        int deleted = ada.delete(path).status();

        assertThat(List.of(deleted, ada.delete(path).status(), ada.get(path).status()))
                .containsExactly(204, 404, 404);
        assertThat(ada.delete(FILES).status()).isEqualTo(400);
        assertThat(ada.get(FILES + "?fileId=x&download=maybe").status()).isEqualTo(400);
    }

    @Test
    void of_ten_files_one_of_which_is_too_large_none_is_kept() {
        Browser eve = Browser.stranger(server.client());
        StringBuilder body = new StringBuilder();
        IntStream.range(0, 9).forEach(i -> body.append(part("good" + i, "x")));
        body.append(part("bad", "x".repeat(MOST + 1))).append(END);

        Client.Answer answer = upload(eve, body.toString());

        assertThat(answer.status()).isEqualTo(413);
        ErrorForms.check("POST /api/files", answer);
        assertThat(names(eve.get(FILES))).isEmpty();
    }

    @Test
    void a_file_may_be_as_large_as_the_bound_and_more_than_a_body_of_another_route() {
        String large = "-".repeat(MOST);
        String body = IntStream.range(0, 12).mapToObj(i -> part("p" + i, large)).reduce("", String::concat) + END;
        Browser eve = Browser.stranger(server.client());

        Client.Answer under = upload(eve, part("one", large) + part("two", large) + END);
        Client.Answer over = upload(eve, body);
        Client.Answer another = upload(eve, part("three", large) + END);

        assertThat(body.length()).isGreaterThan(Route.MAX_BODY);
        assertThat(over.status()).as("the bound of all files of a user").isEqualTo(413);
        assertThat(over.text("message")).contains("together");
        assertThat(another.status())
                .as("what a refused form has sent is given back")
                .isEqualTo(201);
        assertThat(under.status()).isEqualTo(201);
        assertThat(download(eve, under.json().at("/files/1")).body()).isEqualTo(large);
    }

    @Test
    void a_file_may_have_twenty_five_mebibytes_where_nothing_else_was_asked_for() {
        int most = 25 * 1024 * 1024;
        try (TestServer roomy = TestServer.start()) {
            Browser eve = Browser.stranger(roomy.client());

            Client.Answer whole = upload(eve, part("whole", "x".repeat(most)) + END);
            Client.Answer over = upload(eve, part("over", "x".repeat(most + 1)) + END);

            assertThat(whole.status()).isEqualTo(201);
            assertThat(whole.json().at("/files/0/size").asInt()).isEqualTo(most);
            assertThat(over.fault()).isEqualTo("413 a file may have " + most + " bytes at most");
            assertThat(names(eve.get(FILES))).containsExactly("whole");
        }
    }

    @Test
    void what_is_no_file_is_bounded_as_other_bodies_are() {
        String field = "--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n" + "x".repeat(2 * Route.MAX_BODY);

        Client.Answer answer = upload(ada, field + "\r\n" + part("a", "x") + END);
        Client.Answer preamble = upload(ada, "x".repeat(2 * Route.MAX_BODY) + "\r\n" + part("a", "x") + END);

        assertThat(List.of(answer.status(), preamble.status())).containsOnly(413);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "--B--\r\n",
                "no boundary at all",
                "--C\r\nContent-Disposition: form-data; name=\"f\"; filename=\"a\"\r\n\r\nx\r\n--C--\r\n",
                "--B\r\nContent-Disposition: form-data; name=\"f\"; filename=\"a\"\r\n\r\nx\r\n--B",
                "--B\r\nContent-Disposition: form-data; name=\"f\"; filename=\"a\"\r\n\r\nx",
                "--B\r\nContent-Disposition: form-data; name=\"f\"; filename=\"a\"",
                "--B\r\nContent-Disposition: form-data; name=\"f\"; filename=\"\"\r\n\r\n\r\n--B--\r\n",
                "--B\r\nContent-Disposition: form-data; name=\"f\"\r\n\r\nx\r\n--B--\r\n",
                "--B\r\nContent-Type: text/plain\r\n\r\nx\r\n--B--\r\n",
                "--B\r\nContent-Disposition: attachment; filename=\"a\"\r\n\r\nx\r\n--B--\r\n",
                "--B\r\n"
                        + "Content-Transfer-Encoding: base64\r\n"
                        + "Content-Disposition: form-data; name=\"f\"; filename=\"a\"\r\n\r\n"
                        + "eA==\r\n"
                        + "--B--\r\n",
                "--B\r\nContent-Disposition: form-data; name=\"f\"; filename=\"a\u0007b\"\r\n\r\nx\r\n--B--\r\n"
            })
    void a_body_that_is_no_form_with_files_is_400(String body) {
        Client.Answer answer = upload(ada, body);

        assertThat(answer.status()).as(answer.body()).isEqualTo(400);
        ErrorForms.check("POST /api/files", answer);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/json",
                "multipart/form-data",
                "multipart/form-data; boundary=",
                "multipart/mixed; boundary=B",
                "multipart/form-data; boundary=BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB"
            })
    void a_body_of_another_type_is_400(String type) {
        Client.Answer answer = upload(ada, type, part("a", "x") + END);

        assertThat(answer.status()).isEqualTo(400);
        ErrorForms.check("POST /api/files", answer);
    }

    @Test
    void parts_and_their_headers_are_bounded() {
        String many = IntStream.range(0, MultipartFiles.MOST_PARTS + 1)
                .mapToObj(i -> part("f" + i, "x"))
                .reduce("", String::concat);
        String wide = "--B\r\nX-Wide: " + "x".repeat(9000) + "\r\n\r\nx\r\n";

        Client.Answer parts = upload(ada, many + END);
        Client.Answer headers = upload(ada, wide + END);

        assertThat(parts.status()).isEqualTo(400);
        assertThat(parts.text("message")).contains("20 parts");
        assertThat(headers.status()).isEqualTo(400);
        assertThat(headers.text("message")).contains("headers");
    }

    @Test
    void a_body_that_is_cut_is_400_and_keeps_nothing() {
        Browser eve = Browser.stranger(server.client());
        String body =
                part("whole", "x") + "--B\r\nContent-Disposition: form-data; name=\"f\"; filename=\"cut\"\r\n\r\nxx";

        try (RawHttp raw = new RawHttp(server.port())) {
            String answer = raw.send(
                            "POST /api/files HTTP/1.1\r\nHost: x\r\nCookie: " + Browser.COOKIE + "=" + eve.key()
                                    + "\r\nContent-Type: multipart/form-data; boundary=B\r\nContent-Length: "
                                    + (body.getBytes(StandardCharsets.UTF_8).length + 1000) + "\r\n\r\n" + body)
                    .endOfRequest()
                    .readAll();

            assertThat(answer).startsWith("HTTP/1.1 400 ").contains("well-formed form");
        }
        assertThat(names(eve.get(FILES))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"-", "--", "--B", "\r\n--", "\r\n--A", "---\ntitle: x\n---\n", "\n", "\r", ""})
    void content_is_kept_to_the_byte_wherever_the_body_is_cut_into_pieces(String content) throws Exception {
        byte[] body = ("--BOUND\r\nContent-Disposition: form-data; name=\"f\"; filename=\"a\"\r\n\r\n" + content
                        + "\r\n--BOUND--\r\n")
                .getBytes(StandardCharsets.UTF_8);

        for (int piece = 1; piece < body.length; piece++) {
            Pieces pieces = new Pieces(body, piece);
            List<byte[]> files = MultipartFiles.open("multipart/form-data; boundary=\"BOUND\"", pieces)
                    .each((name, in) -> {
                        try {
                            return in.readAllBytes();
                        } catch (java.io.IOException broken) {
                            throw new java.io.UncheckedIOException(broken);
                        }
                    });
            assertThat(files).hasSize(1);
            assertThat(new String(files.getFirst(), StandardCharsets.UTF_8)).isEqualTo(content);
        }
    }

    /** Gives a piece of so many bytes first, and then one byte at a time. */
    private static final class Pieces extends java.io.ByteArrayInputStream {
        private int next;

        Pieces(byte[] bytes, int first) {
            super(bytes);
            this.next = first;
        }

        @Override
        public int read(byte[] into, int offset, int length) {
            int read = super.read(into, offset, Math.min(next, length));
            next = 1;
            return read;
        }
    }

    @Test
    void files_are_for_browser_sessions_alone() {
        Client.Person bearer = server.client().stranger();

        assertThat(server.client().get(FILES).status()).isEqualTo(401);
        assertThat(bearer.client().get(FILES).status()).isEqualTo(401);
        assertThat(upload(new Browser(bearer.client(), "", "", ""), part("a", "x") + END)
                        .status())
                .isEqualTo(401);
    }
}
