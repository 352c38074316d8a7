package dev.guildhall.integrations.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.tool.FailureKind;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The tools for texts: extraction, digests, base64. */
class TextToolsTest {
    @Test
    void html_is_converted_to_text() {
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
    void malformed_pdf_fails() {
        Map<String, Object> notBase64 = Map.of("content", "A", "contentType", "application/pdf");
        Map<String, Object> notPdf = Map.of("content", "aGVsbG8=", "contentType", "application/pdf");

        Tools.failure(FailureKind.INVALID_ARGUMENTS, "text_extract", notBase64);
        Tools.failure(FailureKind.INVALID_RESPONSE, "text_extract", notPdf);
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
    void base64_encodes_and_decodes() {
        assertThat(Tools.result("base64", Map.of("text", "Grüße?>"))).containsEntry("result", "R3LDvMOfZT8+");
        assertThat(Tools.result("base64", Map.of("text", "Grüße?>", "urlSafe", true)))
                .containsEntry("result", "R3LDvMOfZT8-");
        assertThat(Tools.result("base64", Map.of("text", " R3LD\nvMOfZT8- ", "operation", "decode")))
                .containsEntry("result", "Grüße?>");
        Tools.failure(FailureKind.FAILED, "base64", Map.of("text", "/w==", "operation", "decode"));
        Tools.failure(FailureKind.FAILED, "base64", Map.of("text", "a*b", "operation", "decode"));
    }
}
