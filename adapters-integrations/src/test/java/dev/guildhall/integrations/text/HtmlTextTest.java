package dev.guildhall.integrations.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.integrations.text.Extracted.Link;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.testkit.Sample;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HtmlTextTest {
    private static final UserId USER = Sample.user().userId();
    private static final int MOST = 10_000;

    private final TextExtractor texts = new TextExtractor(Duration.ofHours(1));

    @Test
    void a_page_becomes_readable_text() {
        Extracted page = html("""
            <html><head><title> The  News </title><style>p{}</style></head><body>
            <h1>Hello</h1><p>One <b>two</b>
            three.</p><ul><li>first</li><li>second</li></ul>
            <table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>
            <pre>  x = 1
              y = 2</pre>end<br>of it
            <script>alert('no')</script><noscript>no</noscript><svg><text>no</text></svg></body></html>
            """);

        assertThat(page.title()).isEqualTo("The News");
        assertThat(page.text())
                .isEqualTo("# Hello\n\nOne two three.\n\n- first\n- second\n\na | b\n1 | 2\n\n  x = 1\n  y = 2\n\n"
                        + "end\nof it");
        assertThat(page.truncated()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<script>EVIL</script>",
                "<style>EVIL</style>",
                "<noscript>EVIL</noscript>",
                "<template>EVIL</template>",
                "<!-- EVIL -->",
                "<p hidden>EVIL</p>",
                "<p aria-hidden=TRUE>EVIL</p>",
                "<p style='display:none'>EVIL</p>",
                "<p style='color:red; DISPLAY : NONE !important'>EVIL</p>",
                "<p style='visibility:hidden'>EVIL</p>",
                "<p style='font-size:0px'>EVIL</p>",
                "<p style='opacity:0'>EVIL</p>",
                "<div style='display:none'><div><p>EVIL</p></div></div>",
                "<input type=hidden value=EVIL>",
                "<iframe srcdoc='EVIL'>EVIL</iframe>",
                "<svg><script>EVIL</script></svg>",
                "<img alt='' src='EVIL'>"
            })
    void what_no_reader_sees_is_not_told(String hidden) {
        assertThat(html("<p>seen</p>" + hidden + "<p>too</p>").text()).isEqualTo("seen\n\ntoo");
    }

    @Test
    void characters_without_width_do_not_carry_words() {
        String tags =
                "EVIL".chars().mapToObj(c -> Character.toString(0xe0000 + c)).collect(Collectors.joining());
        String selectors = Character.toString(0xe0110) + Character.toString(0xe01ef);

        Extracted page = html("<title>t" + tags + "</title><p>a" + tags + selectors
                + "\u202eb\u200b\u2066c\u00ad\ufeff\u0000\u001b\u0085</p><p>\u0646\u0645\u06cc\u200c\u062e</p>");

        assertThat(page.title()).isEqualTo("t");
        assertThat(page.text()).startsWith("abc").endsWith("\u0646\u0645\u06cc\u200c\u062e");
        assertThat(page.text().codePoints().filter(c -> c >= 0xe0000)).isEmpty();
        assertThat(page.text()).doesNotContain("\u202e", "\u200b", "\u2066", "\u00ad", "\ufeff", "\u0000", "\u001b");
    }

    @Test
    void links_are_absolute_and_lead_to_pages() {
        Extracted page = html("""
            <a href="/a?x=1">One</a> <a href="https://b.example/">Two <b>bold</b></a> <a href="/a?x=1">again</a>
            <a href="#here">here</a> <a href="javascript:alert(1)">no</a> <a href="mailto:a@b.c">no</a>
            <a href="data:text/html,x">no</a> <a>no</a> <a href="/img"><img src=x></a>
            """);

        assertThat(page.links())
                .containsExactly(
                        new Link("One", "https://site.example/a?x=1"),
                        new Link("Two bold", "https://b.example/"),
                        new Link("", "https://site.example/img"));
    }

    @Test
    void links_are_bounded() {
        String many = IntStream.range(0, 1000)
                .mapToObj(i -> "<a href=/" + i + ">" + "x".repeat(i == 0 ? 1000 : 1) + "</a>")
                .collect(Collectors.joining());

        Extracted page = html(many);

        assertThat(page.links())
                .hasSize(TextLimits.LINKS)
                .allSatisfy(link -> assertThat(link.text()).hasSizeLessThanOrEqualTo(TextLimits.LINE_CHARACTERS));
    }

    @Test
    void text_is_cut_at_its_bound() {
        Extracted page = texts.extract(USER, content("text/html", "<p>" + "word ".repeat(10_000)), 100);

        assertThat(page.text()).hasSizeLessThanOrEqualTo(100).startsWith("word word");
        assertThat(page.truncated()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<div>",
                "<b><i><a>",
                "<table><tr><td>",
                "<ul><li>",
                "<a href=x ",
                "<p a1 a2 a3",
                "<!--",
                "<![CDATA[",
                "&amp;&lt",
                "</p>",
                "<script>",
                "<textarea>",
                "<select><option>",
                "<svg><math>",
                "<font><p>",
                "<x:y z='"
            })
    void bombs_end(String unit) {
        String bomb = unit.repeat(300_000 / unit.length());

        assertThat(html(bomb).text()).hasSizeLessThanOrEqualTo(MOST);
        assertThat(texts.extract(USER, content("application/xml", bomb), MOST).text())
                .hasSizeLessThanOrEqualTo(MOST);
    }

    @Test
    void many_attributes_end() {
        String attributes = IntStream.range(0, 150_000).mapToObj(i -> "a" + i).collect(Collectors.joining(" "));

        assertThat(html("<p " + attributes + ">text</p>").text()).isEqualTo("text");
    }

    @Test
    void xml_is_read_without_what_it_points_to() {
        Extracted document = texts.extract(
                USER,
                content(
                        "application/rss+xml",
                        "<?xml version='1.0'?><!DOCTYPE r [<!ENTITY x SYSTEM 'file:///etc/passwd'>"
                                + "<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;&a;'>]>"
                                + "<rss><title>Feed</title><item><title>First</title><d><![CDATA[<b>text</b>]]></d>"
                                + "<e>&x;&b;</e></item></rss>"),
                MOST);

        assertThat(document.title()).isEqualTo("Feed");
        assertThat(document.text()).contains("Feed\nFirst\n<b>text</b>").doesNotContain("root:", "aaaa");
    }

    @Test
    void charset_is_that_of_the_header_or_the_page() {
        byte[] latin = "<meta charset=iso-8859-1><p>Grüße</p>".getBytes(StandardCharsets.ISO_8859_1);
        byte[] kyrillic = "<p>привет</p>".getBytes(Charset.forName("windows-1251"));

        assertThat(texts.extract(USER, new SourceDocument(latin, Optional.of("text/html"), ""), MOST)
                        .text())
                .isEqualTo("Grüße");
        assertThat(texts.extract(
                                USER,
                                new SourceDocument(kyrillic, Optional.of("text/html; charset=\"windows-1251\""), ""),
                                MOST)
                        .text())
                .isEqualTo("привет");
        assertThat(texts.extract(USER, content("text/html; charset=nonsense!", "<p>ok</p>"), MOST)
                        .text())
                .isEqualTo("ok");
    }

    @Test
    void plain_text_has_the_charset_of_its_mark_then_of_the_header() {
        byte[] marked = "\ufeffGrüße".getBytes(StandardCharsets.UTF_16LE);
        byte[] latin = "Gr\u00fc\u00dfe Ã¼".getBytes(Charset.forName("windows-1252"));

        assertThat(texts.extract(USER, new SourceDocument(marked, Optional.of("text/plain; charset=utf-8"), ""), MOST)
                        .text())
                .isEqualTo("Grüße");
        assertThat(texts.extract(
                                USER,
                                new SourceDocument(latin, Optional.of("text/plain; charset=windows-1252"), ""),
                                MOST)
                        .text())
                .isEqualTo("Grüße Ã¼");
    }

    @Test
    void format_is_known_by_the_first_bytes_when_it_was_not_said() {
        assertThat(texts.extract(USER, new SourceDocument(bytes(" <!DOCTYPE html><p>page"), Optional.empty(), ""), MOST)
                        .text())
                .isEqualTo("page");
        assertThat(texts.extract(USER, new SourceDocument(bytes("plain <b>"), Optional.empty(), ""), MOST)
                        .text())
                .isEqualTo("plain <b>");
    }

    @Test
    void text_is_taken_as_it_is() {
        Extracted json = texts.extract(USER, content("application/problem+json", "\ufeff{\n \"a\": 1\u0000\n}"), MOST);

        assertThat(json.text()).isEqualTo("{\n \"a\": 1\n}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"image/png", "application/zip", "video/mp4", "font/woff2", "x/\u202ey"})
    void other_documents_have_no_text(String type) {
        assertThatThrownBy(() -> texts.extract(USER, content(type, "x"), MOST))
                .extracting("kind")
                .isEqualTo(FailureKind.INVALID_RESPONSE);
        assertThatThrownBy(() ->
                        texts.extract(USER, new SourceDocument(new byte[] {0, 1, 2}, Optional.empty(), ""), MOST))
                .isInstanceOf(NoText.class);
    }

    @Test
    void document_above_the_bound_is_refused() {
        SourceDocument large =
                new SourceDocument(new byte[TextLimits.DOCUMENT_BYTES + 1], Optional.of("text/plain"), "");

        assertThatThrownBy(() -> texts.extract(USER, large, MOST))
                .extracting("kind")
                .isEqualTo(FailureKind.TOO_LARGE);
    }

    private Extracted html(String page) {
        return texts.extract(USER, content("text/html; charset=utf-8", page), MOST);
    }

    private static SourceDocument content(String type, String text) {
        return new SourceDocument(bytes(text), Optional.of(type), "https://site.example/page");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
