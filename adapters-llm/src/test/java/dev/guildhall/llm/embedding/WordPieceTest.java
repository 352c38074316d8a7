package dev.guildhall.llm.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WordPieceTest {
    private static final Map<String, Integer> VOCABULARY = Map.ofEntries(
            Map.entry("[CLS]", 101),
            Map.entry("[SEP]", 102),
            Map.entry("[UNK]", 100),
            Map.entry("un", 1),
            Map.entry("##aff", 2),
            Map.entry("##able", 3),
            Map.entry("cafe", 4),
            Map.entry(".", 5),
            Map.entry("_", 6),
            Map.entry("天", 7),
            Map.entry("a", 8),
            Map.entry("##a", 9),
            Map.entry("$", 10));

    private final WordPiece pieces = new WordPiece(VOCABULARY);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "unaffable | 1 2 3",
                "UN-affable | 1 100 100",
                "Café. | 4 5",
                "a_a | 8 6 8",
                "aa$a | 8 9 10 8",
                "天天 | 7 7",
                "unknown | 100",
                "a\u200ba | 8 9",
            })
    void words_are_split_into_their_longest_known_pieces(String text, String expected) {
        assertThat(pieces.encode(text, 32))
                .containsExactly(Stream.of(("101 " + expected.strip() + " 102").split(" "))
                        .mapToLong(Long::parseLong)
                        .toArray());
    }

    @Test
    void a_text_without_words_has_only_its_start_and_end_tokens() {
        assertThat(pieces.encode(" \n", 32)).containsExactly(101, 102);
    }

    @Test
    void a_long_text_is_cut_and_keeps_its_end_token() {
        assertThat(pieces.encode("unaffable ".repeat(100), 5)).containsExactly(101, 1, 2, 3, 102);
        assertThat(pieces.encode("a ".repeat(100), 2)).containsExactly(101, 102);
    }

    @Test
    void an_overlong_word_is_unknown() {
        assertThat(pieces.encode("a".repeat(100), 200)).hasSize(102);
        assertThat(pieces.encode("a".repeat(101), 200)).containsExactly(101, 100, 102);
    }

    @Test
    void a_vocabulary_without_start_and_end_tokens_is_refused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new WordPiece(Map.of("a", 1)));
    }
}
