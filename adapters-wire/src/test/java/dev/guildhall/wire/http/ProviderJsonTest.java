package dev.guildhall.wire.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.wire.sse.Slice;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ProviderJsonTest {
    @Test
    void bytes_that_are_not_utf_8_become_replacement_characters() throws IOException {
        JsonNode json = read("{\"words\":\"Grüße, ß\",\"more\":7}", StandardCharsets.ISO_8859_1);

        assertThat(json.path("words").asText()).isEqualTo("Gr\uFFFD\uFFFDe, \uFFFD");
        assertThat(json.path("more").asInt()).isEqualTo(7);
    }

    @Test
    void valid_utf_8_is_unchanged() throws IOException {
        assertThat(read("{\"words\":\"Grüße \uFFFD 👋🏽\"}", StandardCharsets.UTF_8)
                        .path("words")
                        .asText())
                .isEqualTo("Grüße \uFFFD 👋🏽");
    }

    @Test
    void bytes_that_are_not_utf_8_outside_strings_are_not_json() {
        assertThatThrownBy(() -> read("{\"words\":ß}", StandardCharsets.ISO_8859_1))
                .isInstanceOf(UnreadableAnswer.class);
        assertThatThrownBy(() -> read("{\"words\":", StandardCharsets.UTF_8)).isInstanceOf(UnreadableAnswer.class);
    }

    @Test
    void half_of_a_pair_in_a_name_does_not_lose_the_other_fields() throws IOException {
        JsonNode json = read("{\"a\\ud83c\":1,\"words\":\"ß\"}", StandardCharsets.UTF_8);

        assertThat(json.path("a\0").asInt()).isEqualTo(1);
        assertThat(json.path("words").asText()).isEqualTo("ß");
    }

    private static JsonNode read(String text, Charset charset) throws IOException {
        byte[] bytes = text.getBytes(charset);
        return ProviderJson.read(new Slice(bytes, 0, bytes.length), JsonNode.class);
    }
}
