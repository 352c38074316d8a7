package dev.guildhall.core.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class QueryPartsTest {
    private final Analyzer analyzer = Analyzer.english();

    @Test
    void meaningful_sentences_are_searched_for_separately() {
        QueryParts parts =
                parts("Hello! I need your help. Translate a phrase to Portuguese. What is the weather in Rome?");

        assertThat(parts.sentences())
                .containsExactly("Translate a phrase to Portuguese.", "What is the weather in Rome?");
    }

    @Test
    void numbers_and_addresses_end_no_sentence() {
        assertThat(parts("Scan the host 192.168.0.1 with mail.example.com at 3.5 seconds")
                        .sentences())
                .hasSize(1);
    }

    @Test
    void sentences_end_in_other_scripts_and_at_line_breaks_too() {
        assertThat(parts("今日の天気。明日の株価。").sentences()).containsExactly("今日の天気。", "明日の株価。");
        assertThat(parts("book flight\nreserve hotel").sentences()).containsExactly("book flight", "reserve hotel");
    }

    @Test
    void a_query_without_a_sentence_is_its_own() {
        assertThat(parts("weather").sentences()).containsExactly("weather");
        assertThat(parts("?").sentences()).containsExactly("?");
    }

    @Test
    void there_are_no_more_sentences_and_terms_than_the_bounds() {
        String many = IntStream.range(0, 500)
                .mapToObj(i -> "word" + i + " other" + i + ".")
                .collect(Collectors.joining(" "));

        assertThat(parts(many).sentences()).hasSize(QueryParts.MOST_SENTENCES);
        assertThat(QueryParts.terms(many, analyzer)).hasSize(128).startsWith("word0");
    }

    private QueryParts parts(String text) {
        return QueryParts.of(text, analyzer);
    }
}
