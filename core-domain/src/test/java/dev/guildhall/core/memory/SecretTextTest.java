package dev.guildhall.core.memory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SecretTextTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "My password is hunter2. I like tea. | (left out) I like tea.",
                "Use sk-proj-abcdefgh12345678 for it! | Use (left out) for it!",
                "Charge 4111 1111 1111 1111 please | Charge (left out) please",
                "Sign with a1b2c3d4e5f6a7b8c9d0e1f2a3b4 today | Sign with (left out) today",
                "Use postgres://admin:s3cr3tpw@db.example.org/x now. | Use postgres://(left out)@db.example.org/x now.",
                "My login: bob / zxcv7788. I like tea. | (left out) I like tea.",
                "See https://example.org:8080/a@b today. | See https://example.org:8080/a@b today.",
                "Call me at 555 1234. I live in Berlin. | Call me at 555 1234. I live in Berlin.",
            })
    void only_text_that_looks_like_a_secret_is_removed(String text, String masked) {
        assertThat(SecretText.masked(text)).isEqualTo(masked);
    }

    @Test
    void a_secret_after_a_line_that_announces_it_is_removed_too() {
        assertThat(SecretText.masked("My PIN:\n1234\nThanks!")).isEqualTo("(left out)\n(left out)\nThanks!");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Remember that my password is hunter2.",
                "I own the card 4111 1111 1111 1111, and another: 5500-0000-0000-0004!",
                "token ghp_abcdefgh12345678",
                "line\nAPI key $1 \\ a1b2c3d4e5f6a7b8c9d0e1f2a3b4",
                "",
            })
    void a_masked_text_contains_no_secret(String text) {
        assertThat(SecretText.isIn(SecretText.masked(text))).isFalse();
    }
}
