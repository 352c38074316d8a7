package dev.guildhall.integrations.builtin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.ports.file.FileText;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.testkit.Sample;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DocumentTextTest {
    private final FileText texts = new DocumentText();

    private String read(String content, String contentType, int most) {
        return texts.read(Sample.user().userId(), content.getBytes(StandardCharsets.UTF_8), contentType, most);
    }

    @Test
    void text_is_extracted_up_to_the_requested_length() {
        assertThat(read("gr\u00fc\u00dfe an alle", "text/plain", 5)).isEqualTo("gr\u00fc\u00dfe");
        assertThat(read("<html><body><p>seen</p><script>hidden</script>", "text/html", 100))
                .isEqualTo("seen");
        assertThat(read("x".repeat(FileText.MAX_BYTES), "text/plain", 1)).isEqualTo("x");
    }

    @Test
    void file_without_text_is_reported_as_a_problem_of_the_file() {
        assertThatThrownBy(() -> read("GIF89a", "image/gif", 5))
                .isInstanceOf(Refusal.class)
                .hasMessage("Invalid: fileId: no text can be extracted from image/gif");
        assertThatThrownBy(() -> read("%PDF-1.7", "application/pdf", 5))
                .isInstanceOf(Refusal.class)
                .hasMessageStartingWith("Invalid: fileId: the PDF is malformed");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "UTF-8 | h\u00e9llo \u4f60\u597d",
                "UTF-16 | h\u00e9llo \u4f60\u597d",
                "x-UTF-16LE-BOM | h\u00e9llo",
                "UTF-16LE | Hello, w\u00f6rld",
                "UTF-16BE | Hello, w\u00f6rld",
                "X-UTF-32LE-BOM | h\u00e9llo",
                "ISO-8859-1 | h\u00e9llo",
                "ISO-8859-1 | Gr\u00f6\u00dfe und \u00dcbung",
                "windows-1252 | 5 \u20ac \u201equoted\u201c na\u00efve fa\u00e7ade",
                "windows-1251 | \u041f\u0440\u0438\u0432\u0435\u0442, \u043c\u0438\u0440",
                "KOI8-R | \u041f\u0440\u0438\u0432\u0435\u0442, \u043c\u0438\u0440",
                "Shift_JIS | \u3053\u3093\u306b\u3061\u306f\u4e16\u754c\u3001\u5143\u6c17\u3067\u3059\u304b\u3002",
                "EUC-JP | \u3053\u3093\u306b\u3061\u306f\u4e16\u754c\u3001\u5143\u6c17\u3067\u3059\u304b\u3002",
                "GB18030 | \u6211\u4eec\u4eca\u5929\u53bb\u5317\u4eac\u770b\u4ed6\u3002",
                "Big5 | \u6211\u5011\u4eca\u5929\u53bb\u53f0\u5317\u770b\u4ed6\u3002",
                "EUC-KR | \uc548\ub155\ud558\uc138\uc694 \uc138\uacc4",
            })
    void text_of_another_encoding_was_refused_or_had_replacement_characters(String charset, String text) {
        byte[] bytes = text.getBytes(Charset.forName(charset));

        assertThat(texts.read(Sample.user().userId(), bytes, "text/plain", 1_000))
                .isEqualTo(text);
        assertThat(texts.read(Sample.user().userId(), bytes, "application/octet-stream", 1_000))
                .isEqualTo(text);
    }
}
