package dev.guildhall.ports.completion;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TokenEstimateTest {
    @ParameterizedTest
    @CsvSource({
        "'', 0",
        "' ', 0",
        "'token ', 1",
        "hello world, 2",
        "Hello there!, 3",
        "internationalization, 4",
        "1234567, 3",
        "'{\"a\": 1}', 7",
        "--------, 2",
        "猫が好き, 4",
        "👋👋, 1",
        "naïve café, 2",
    })
    void texts_have_about_as_many_tokens_as_for_todays_models(String text, long tokens) {
        assertThat(TokenEstimate.of(text).tokens()).isEqualTo(tokens);
    }

    @Test
    void the_estimate_for_a_sentence_is_within_a_quarter_of_real_tokenizers() {
        String sentence =
                "The quick brown fox jumps over the lazy dog, and then it goes home to sleep until the evening.";

        assertThat(TokenEstimate.of(sentence).tokens()).isBetween(16L, 27L);
    }

    @Test
    void pieces_of_repeated_words_add_up_to_the_whole() {
        assertThat(TokenEstimate.of("token ".repeat(50)).tokens()).isEqualTo(50);
    }

    @Test
    void each_message_costs_a_little_more_than_its_words() {
        List<ChatMessage> messages =
                List.of(new ChatMessage.Instruction("Be brief."), new ChatMessage.User("hello world"));

        assertThat(TokenEstimate.of(messages).tokens()).isEqualTo(3 + 3 + 2 + 3);
    }
}
