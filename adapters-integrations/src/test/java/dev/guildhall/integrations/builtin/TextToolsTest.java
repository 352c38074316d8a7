package dev.guildhall.integrations.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.tool.FailureKind;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The small tools that work on texts: extraction, JSON, patterns, tables, digests, base64. */
class TextToolsTest {
    @Test
    void html_becomes_text() {
        assertThat(Tools.result(
                        "text_extract",
                        Map.of("content", "<title>T</title><p>a<script>b</script> <a href='https://c.example/'>c</a>")))
                .isEqualTo(Map.of(
                        "title",
                        "T",
                        "text",
                        "a c",
                        "links",
                        List.of(Map.of("text", "c", "url", "https://c.example/")),
                        "truncated",
                        false));
    }

    @Test
    void pdf_that_is_none_fails() {
        Map<String, Object> notBase64 = Map.of("content", "A", "contentType", "application/pdf");
        Map<String, Object> notPdf = Map.of("content", "aGVsbG8=", "contentType", "application/pdf");

        Tools.failure(FailureKind.INVALID_ARGUMENTS, "text_extract", notBase64);
        Tools.failure(FailureKind.INVALID_RESPONSE, "text_extract", notPdf);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"/a/1/b~1c|number|7", "/a/0|string|x", "/e|null|", "/a/1/~0|boolean|true", "/n|number|1E+400"})
    void value_is_found_by_its_pointer(String pointer, String type, String value) {
        Map<String, Object> found = Tools.result(
                "json_query",
                Map.of("json", "{\"a\":[\"x\",{\"b/c\":7,\"~\":true}],\"e\":null,\"n\":1e400}", "pointer", pointer));

        assertThat(found).containsEntry("found", true).containsEntry("type", type);
        assertThat(String.valueOf(found.get("value"))).isEqualTo(String.valueOf(value));
    }

    @Test
    void missing_value_is_an_answer() {
        assertThat(Tools.result("json_query", Map.of("json", "{\"a\":1}", "pointer", "/b/c")))
                .containsEntry("found", false);
    }

    @Test
    void whole_document_has_an_empty_pointer() {
        assertThat(Tools.result("json_query", Map.of("json", "[1,2]", "pointer", "")))
                .containsEntry("value", List.of(1, 2))
                .containsEntry("size", 2);
    }

    @Test
    void what_is_not_json_fails() {
        for (String json : List.of("", "{", "{}x", "[1,]", "NaN", "'a'", "[".repeat(100_000), "1".repeat(5000))) {
            assertThat(Tools.failure(FailureKind.FAILED, "json_query", Map.of("json", json, "pointer", "")))
                    .startsWith("the text is not JSON that can be read");
        }
        Tools.failure(FailureKind.INVALID_ARGUMENTS, "json_query", Map.of("json", "{}", "pointer", "a"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1e999999999",
                "-1e-999999999",
                "\"a\\u0000b\"",
                "\"\\ud800\"",
                "[{\"x\":[1e99999]}]",
                "{\"\\u0000\":1}"
            })
    void what_other_readers_of_json_would_stumble_over_is_not_handed_on(String json) {
        assertThat(Tools.failure(FailureKind.FAILED, "json_query", Map.of("json", json, "pointer", "")))
                .isEqualTo("the value has a number or a character that JSON cannot carry safely");
    }

    @Test
    void every_match_is_found_with_its_groups() {
        assertThat(Tools.result(
                        "regex_extract", Map.of("text", "a=1, b=22 c=", "pattern", "(\\w)=(\\d*)?", "maxMatches", 2)))
                .isEqualTo(Map.of(
                        "matches",
                        List.of(
                                Map.of("match", "a=1", "groups", List.of("a", "1"), "start", 0, "end", 3),
                                Map.of("match", "b=22", "groups", List.of("b", "22"), "start", 5, "end", 9)),
                        "count",
                        2,
                        "truncated",
                        true));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "(a+)+$",
                "(a|a)*b",
                "(a|aa)+$",
                "(.*a){12}$",
                "^(([a-z])+.)+[A-Z]([a-z])+$",
                "(|){500}b",
                "(a?){200}a{200}",
                ".*.*.*.*.*=.*",
                "\\b(\\w+\\s*)+!"
            })
    void patterns_that_blow_up_elsewhere_end_here(String pattern) {
        Map<String, Object> found =
                Tools.result("regex_extract", Map.of("text", "a".repeat(20_000), "pattern", pattern));

        assertThat(found).containsKey("matches");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "((a{100}){100}){100}",
                "(a{1000}){1000}",
                "((((a{9}){9}){9}){9}){9}",
                "[ab]{1000}[cd]{1000}[ef]{1000}",
                "(?:x{0,999}){999}",
                "(a",
                "[a",
                "a{2,1}",
                "(?<=a)b",
                "(a)\\1",
                "*",
                "\\"
            })
    void patterns_that_are_too_large_or_malformed_are_named(String pattern) {
        assertThat(Tools.failure(
                        FailureKind.INVALID_ARGUMENTS, "regex_extract", Map.of("text", "aaa", "pattern", pattern)))
                .startsWith("pattern: ");
    }

    @Test
    void nested_brackets_end() {
        String pattern = "(".repeat(250) + ")".repeat(250);

        assertThat(Tools.result("regex_extract", Map.of("text", "a", "pattern", pattern)))
                .containsKey("matches");
    }

    @Test
    void table_becomes_rows() {
        assertThat(Tools.result(
                        "csv_parse", Map.of("csv", "\ufeffname;note\r\n\"A; \"\"B\"\"\";\"two\nlines\"\r\n\r\nC\r\n")))
                .isEqualTo(Map.of(
                        "columns",
                        List.of("name", "note"),
                        "rows",
                        List.of(Map.of("name", "A; \"B\"", "note", "two\nlines"), Map.of("name", "C", "note", "")),
                        "rowCount",
                        2,
                        "truncated",
                        false));
    }

    @Test
    void columns_have_names_of_their_own() {
        assertThat(Tools.result("csv_parse", Map.of("csv", "a,a,,column3\n1,2,3,4,5")))
                .containsEntry("columns", List.of("a", "a_", "column3", "column3_", "column5"))
                .containsEntry(
                        "rows", List.of(Map.of("a", "1", "a_", "2", "column3", "3", "column3_", "4", "column5", "5")));
        assertThat(Tools.result("csv_parse", Map.of("csv", "1|2", "noHeader", true)))
                .containsEntry("rows", List.of(Map.of("column1", "1", "column2", "2")));
    }

    @Test
    void rows_above_the_bound_are_counted() {
        assertThat(Tools.result("csv_parse", Map.of("csv", "a\n" + "1\n".repeat(5000), "maxRows", 3)))
                .containsEntry("rowCount", 5000)
                .containsEntry("truncated", true)
                .extractingByKey("rows")
                .isEqualTo(List.of(Map.of("a", "1"), Map.of("a", "1"), Map.of("a", "1")));
    }

    @Test
    void hostile_tables_end() {
        assertThat(Tools.result("csv_parse", Map.of("csv", ""))).containsEntry("rowCount", 0);
        Tools.failure(FailureKind.FAILED, "csv_parse", Map.of("csv", ",".repeat(100_000)));
        Tools.failure(FailureKind.FAILED, "csv_parse", Map.of("csv", "\"" + "a".repeat(500_000)));
        Tools.failure(FailureKind.INVALID_ARGUMENTS, "csv_parse", Map.of("csv", "a".repeat(1_000_001)));
        assertThat(Tools.result("csv_parse", Map.of("csv", ",\n".repeat(300_000))))
                .containsEntry("rowCount", 299_999);
    }

    @Test
    void digest_is_that_of_the_bytes() {
        assertThat(Tools.result("hash", Map.of("text", "abc")))
                .containsEntry("hex", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assertThat(Tools.result("hash", Map.of("text", "", "algorithm", "MD5")))
                .containsEntry("hex", "d41d8cd98f00b204e9800998ecf8427e");
        Tools.failure(FailureKind.INVALID_ARGUMENTS, "hash", Map.of("text", "a", "algorithm", "CRC32"));
    }

    @Test
    void base64_goes_both_ways() {
        assertThat(Tools.result("base64", Map.of("text", "Grüße?>"))).containsEntry("result", "R3LDvMOfZT8+");
        assertThat(Tools.result("base64", Map.of("text", "Grüße?>", "urlSafe", true)))
                .containsEntry("result", "R3LDvMOfZT8-");
        assertThat(Tools.result("base64", Map.of("text", " R3LD\nvMOfZT8- ", "operation", "decode")))
                .containsEntry("result", "Grüße?>");
        Tools.failure(FailureKind.FAILED, "base64", Map.of("text", "/w==", "operation", "decode"));
        Tools.failure(FailureKind.FAILED, "base64", Map.of("text", "a*b", "operation", "decode"));
    }
}
