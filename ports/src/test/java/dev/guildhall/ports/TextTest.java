package dev.guildhall.ports;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextTest {
    @ParameterizedTest
    @ValueSource(strings = {"", "plain", "grüße 你好 👋", "line\nbreak\t", "👋👋", "\uffff", "\u007f"})
    void whole_characters_are_well_formed(String text) {
        assertThat(Text.isWellFormed(text)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\u0000", "a\u0000b", "\ud83d", "\ude00",
                "a\ud83d", "\ud83da", "\ude00\ud83d", "👋\ud83d",
                "\ud83d👋"
            })
    void nul_and_halves_of_characters_are_not(String text) {
        assertThat(Text.isWellFormed(text)).isFalse();
    }

    @Test
    void a_line_is_measured_after_trimming_in_characters() {
        assertThat(Text.requireLine("title", "  👋 ", 1, 1)).isEqualTo("👋");
        assertThat(Violated.fieldsOf(() -> Text.requireLine("title", "   ", 1, 5)))
                .containsExactly("title");
        assertThat(Text.requireLine("title", "   ", 0, 5)).isEmpty();
    }

    @Test
    void only_characters_that_cannot_be_stored_are_replaced() {
        assertThat(Text.repaired("a\u0000b\ud83dc\ude00d")).isEqualTo("a\ufffdb\ufffdc\ufffdd");
        assertThat(Text.repaired("tab\t \ud83d\ude00 ü")).isEqualTo("tab\t \ud83d\ude00 ü");
        assertThat(Text.isWellFormed(Text.repaired("\ude00\ud83d"))).isTrue();
    }
}
