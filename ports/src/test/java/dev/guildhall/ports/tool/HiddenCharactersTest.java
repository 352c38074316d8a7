package dev.guildhall.ports.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HiddenCharactersTest {
    @ParameterizedTest
    @ValueSource(
            ints = {
                0x0, 0x7, 0x1b, 0x7f, 0x85, 0xad, 0x34f, 0x61c, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x180b, 0x180e, 0x200b,
                0x200d, 0x200f, 0x2028, 0x2029, 0x202e, 0x2060, 0x2065, 0x2066, 0x2800, 0x3164, 0xe000, 0xfe00, 0xfe0e,
                0xfeff, 0xffa0, 0xfff9, 0x1d173, 0xe0001, 0xe0041, 0xe007f, 0xe0100, 0xf0000
            })
    void hidden_characters_are_named_and_written_out(int c) {
        String text = "a" + Character.toString(c) + "b";
        String name = "U+%04X".formatted(c);

        assertThat(HiddenCharacters.in(text)).containsExactly(name);
        assertThat(HiddenCharacters.escaped(text)).isEqualTo("a<" + name + ">b");
        assertThat(HiddenCharacters.in(HiddenCharacters.escaped(text))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", "plain", "tab\tand\r\nlines",
                "grüße, 你好, שלום, سلام, नमस्ते, ไทย, 한국어", "❤️ 👋 🇩🇪", "e\u0301",
                "\u00a0 \u3000"
            })
    void visible_characters_stay_as_they_are(String text) {
        assertThat(HiddenCharacters.in(text)).isEmpty();
        assertThat(HiddenCharacters.escaped(text)).isSameAs(text);
    }

    @Test
    void they_come_in_their_order_with_repeats() {
        assertThat(HiddenCharacters.in("\u200ba\u202e\u200b")).containsExactly("U+200B", "U+202E", "U+200B");
    }

    @Test
    void in_a_schema_what_is_read_is_spelt_out_and_what_is_compared_is_not() {
        Map<String, Object> schema = Map.of(
                "title", "T\u200b",
                "properties",
                        Map.of(
                                "description", Map.of("type", "string", "description", "D\u200b"),
                                "n\u200b", Map.of("const", "c\u200b", "pattern", "p\u200b")),
                "anyOf", List.of(Map.of("description", "deep\u200b"), "text\u200b", 7));

        assertThat(HiddenCharacters.escaped(schema))
                .isEqualTo(Map.of(
                        "title", "T<U+200B>",
                        "properties",
                                Map.of(
                                        "description", Map.of("type", "string", "description", "D<U+200B>"),
                                        "n\u200b", Map.of("const", "c\u200b", "pattern", "p\u200b")),
                        "anyOf", List.of(Map.of("description", "deep<U+200B>"), "text\u200b", 7)));
    }
}
