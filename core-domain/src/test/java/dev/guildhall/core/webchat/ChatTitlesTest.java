package dev.guildhall.core.webchat;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ChatTitlesTest {
    private static String title(String text) {
        return ChatTitles.firstWords(text).value();
    }

    @Test
    void a_short_question_is_its_own_title_in_one_line() {
        assertThat(title("  What\n\tis   12*12?  ")).isEqualTo("What is 12*12?");
    }

    @Test
    void a_long_question_is_cut_behind_a_word() {
        assertThat(title("word ".repeat(100))).hasSizeLessThanOrEqualTo(61).endsWith("word…");
        assertThat(title("x".repeat(1000))).isEqualTo("x".repeat(60) + "…");
    }

    @Test
    void no_character_is_cut_in_half() {
        assertThat(title("x" + "\ud83d\udc4b".repeat(100)).codePoints()).noneMatch(c -> c >= 0xd800 && c <= 0xdfff);
    }

    @Test
    void a_blank_question_gets_the_default_title() {
        assertThat(title(" \n ")).isEqualTo("New chat");
        assertThat(title("\u200b\u202e\u0000")).isEqualTo("New chat");
        assertThat(title("a\u202eb\u200bc")).isEqualTo("abc");
    }
}
