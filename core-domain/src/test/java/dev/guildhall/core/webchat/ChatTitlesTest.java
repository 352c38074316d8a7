package dev.guildhall.core.webchat;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "## Plan for **Monday** | Plan for Monday",
                "- [ ] buy _fresh_ `bread` | buy fresh bread",
                "> *quoted* words | quoted words",
                "See [the docs](https://example.org/a_b) and ![a cat](cat.png) | See the docs and a cat",
                "What is 2*3*4 and snake_case_name? | What is 2*3*4 and snake_case_name?",
                "3 * 4 * 5 = 60 | 3 * 4 * 5 = 60",
                "~~old~~ __new__ title ## | old new title",
                "1. Mai ist frei | 1. Mai ist frei",
                "C# and F# | C# and F#",
            })
    void a_title_had_marks_of_markdown(String text, String title) {
        assertThat(title(text)).isEqualTo(title);
    }

    @Test
    void a_title_was_a_block_of_code() {
        assertThat(title("```java\nint x = 1;\n```\nWhy does this fail?")).isEqualTo("Why does this fail?");
        assertThat(title("Explain\n~~~\ncode")).isEqualTo("Explain");
        assertThat(title("```python\nprint(1)\n```")).isEqualTo("print(1)");
        assertThat(title("Fix this:```js\nfoo()\n```")).isEqualTo("Fix this: foo()");
        assertThat(title("Why? ```int x``` Or not")).isEqualTo("Why? int x Or not");
    }

    @Test
    void a_title_had_the_bars_of_a_table() {
        assertThat(title("| a | b |\n|---|:-:|\n| 1 | 2 |\nSum it")).isEqualTo("a b 1 2 Sum it");
        assertThat(title("Name | Age\n--- | ---\nAda | 36")).isEqualTo("Name Age Ada 36");
        assertThat(title("| a | b |")).isEqualTo("a b");
        assertThat(title("What is a | b in C?")).isEqualTo("What is a | b in C?");
    }

    @Test
    void a_title_had_the_numbers_of_a_list() {
        assertThat(title("1. Buy milk\n2. Call Ada")).isEqualTo("Buy milk Call Ada");
        assertThat(title("Do this:\n1) read\n2) write")).isEqualTo("Do this: read write");
    }

    @Test
    void a_title_had_the_thought_of_a_model() {
        assertThat(title("<think>The user\nwants</think>\nPlan my day")).isEqualTo("Plan my day");
        assertThat(title("Explain: <thinking>a</thinking> b")).isEqualTo("Explain: b");
        assertThat(title("<think>only this")).isEqualTo("only this");
        assertThat(title("<think>only this</think>")).isEqualTo("only this");
        assertThat(title("What does <think> mean?")).isEqualTo("What does <think> mean?");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\ud83d\udc68\u200d\ud83d\udc69\u200d\ud83d\udc67", // a family, joined
                "\ud83c\udde9\ud83c\uddea", // a flag
                "\ud83d\udc4d\ud83c\udffd", // a skin tone
                "\u2764\ufe0f", // a variation selector
                "1\ufe0f\u20e3", // a keycap
            })
    void an_emoji_was_cut_or_taken_apart(String emoji) {
        for (int letters = 45; letters <= 60; letters++) {
            String title = title("x".repeat(letters) + emoji.repeat(10));

            assertThat(title.replace("x", "").replace("…", "").replace(emoji, ""))
                    .isEmpty();
        }
        assertThat(title("Hi " + emoji + "!")).isEqualTo("Hi " + emoji + "!");
    }
}
