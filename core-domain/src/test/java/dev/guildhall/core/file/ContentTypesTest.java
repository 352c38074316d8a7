package dev.guildhall.core.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ContentTypesTest {
    @ParameterizedTest
    @CsvSource({
        "89504e470d0a1a0a00, image/png",
        "ffd8ffe0, image/jpeg",
        "474946383961, image/gif",
        "255044462d312e37, application/pdf",
        "504b030414, application/zip",
        "524946460000000057454250, image/webp",
        "524946460000000057415645, audio/wav",
        "524946460000000041564920, application/octet-stream",
        "52494646, text/plain",
        "000000186674797061766966, image/avif",
        "00000018667479706d703432, video/mp4",
        "0001020304, application/octet-stream",
        "c328, application/octet-stream"
    })
    void the_type_of_content_is_detected_from_its_first_bytes(String hex, String type) {
        assertThat(ContentTypes.of(HexFormat.of().parseHex(hex))).startsWith(type);
    }

    @Test
    void text_whose_last_character_is_cut_is_text() {
        byte[] text = "€".repeat(2000).getBytes(StandardCharsets.UTF_8);

        assertThat(ContentTypes.of(Arrays.copyOf(text, ContentTypes.BYTES))).isEqualTo("text/plain");
        assertThat(ContentTypes.of(Arrays.copyOf(text, 7))).isEqualTo("application/octet-stream");
    }

    @Test
    void empty_content_is_text() {
        assertThat(ContentTypes.of(new byte[0])).startsWith("text/plain");
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-16", "UTF-16LE", "UTF-16BE", "ISO-8859-1", "windows-1252", "UTF-8"})
    void text_of_another_encoding_was_no_text(String charset) {
        assertThat(ContentTypes.of("h\u00e9llo w\u00f6rld".getBytes(Charset.forName(charset))))
                .isEqualTo("text/plain");
        assertThat(ContentTypes.of("<html><body>h\u00e9llo".getBytes(Charset.forName(charset))))
                .isEqualTo("text/html");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Shift_JIS", "GB18030", "Big5"})
    void text_of_an_asian_encoding_was_no_text(String charset) {
        assertThat(ContentTypes.of("\u5929\u6c17, hello ".repeat(3).getBytes(Charset.forName(charset))))
                .isEqualTo("text/plain");
    }
}
