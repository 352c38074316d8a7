package dev.guildhall.core.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TextRankingTest {
    @Test
    void the_text_with_the_rarer_words_comes_first() {
        List<TextRanking.Ranked> ranked =
                TextRanking.best("red apple", List.of("a red car", "red paint", "an apple", "nothing"), 10);

        assertThat(ranked.getFirst()).isEqualTo(new TextRanking.Ranked(2, 1.0));
        assertThat(ranked).hasSize(3).allMatch(one -> one.score() > 0 && one.score() <= 1);
    }

    @Test
    void texts_that_fit_alike_keep_their_order() {
        List<TextRanking.Ranked> ranked = TextRanking.best("red", List.of("red", "red", "red"), 2);

        assertThat(ranked).extracting(TextRanking.Ranked::position).containsExactly(0, 1);
    }

    @Test
    void no_texts_and_no_words_are_no_hits() {
        assertThat(TextRanking.best("red", List.of(), 5)).isEmpty();
        assertThat(TextRanking.best("", List.of("red"), 5)).isEmpty();
        assertThat(TextRanking.best("blue", List.of("red"), 5)).isEmpty();
    }
}
