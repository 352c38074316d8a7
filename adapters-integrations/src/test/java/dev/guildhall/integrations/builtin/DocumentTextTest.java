package dev.guildhall.integrations.builtin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.ports.Sample;
import dev.guildhall.ports.file.FileText;
import dev.guildhall.ports.problem.Refusal;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

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
                .hasMessage("fileId: no text can be extracted from image/gif");
        assertThatThrownBy(() -> read("%PDF-1.7", "application/pdf", 5))
                .isInstanceOf(Refusal.class)
                .hasMessageStartingWith("fileId: the PDF is malformed");
    }
}
