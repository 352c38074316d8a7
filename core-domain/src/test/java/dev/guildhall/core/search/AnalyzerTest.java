package dev.guildhall.core.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AnalyzerTest {
    private final Analyzer analyzer = Analyzer.english();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "getComputerArchitecture | computer architectur",
                "HTTPServerStatus | http server status",
                "mail.send_message-now | mail send messag now",
                "YouTube | tub youtub",
                "parseJSON | pars json parsejson",
                "IPv6 base64 mp3 | pv6 ipv6 base64 mp3",
                "don't Ünïcode naïve | dont unicod naiv",
                "ＦＵＬＬ ｗｉｄｔｈ | full width",
                "ﬁle | fil",
                "天気 forecast | 天 気 forecast",
                "3.14 2024-05-06 | 3 14 2024 05 06",
                "Straße ΣΊΣΥΦΟΣ | straße σισυφος",
            })
    void names_and_words_become_terms(String text, String terms) {
        assertThat(analyzer.terms(text)).isEqualTo(List.of(terms.split(" ")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " \t\n", "...", "_.-", "the of an", "🎉", "\u0301\u0301", "I need you to"})
    void a_text_of_stop_words_has_no_terms(String text) {
        assertThat(analyzer.terms(text)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "cities,city",
        "booking,booked",
        "planning,plan",
        "calls,calling",
        "classes,class",
        "retrieves,retrieving",
        "translated,translate"
    })
    void forms_of_one_word_are_one_term(String one, String other) {
        assertThat(analyzer.terms(one)).hasSize(1).isEqualTo(analyzer.terms(other));
    }

    @ParameterizedTest
    @CsvSource({"status,statu", "string,str", "spring,spr", "bed,b", "thing,th"})
    void words_that_only_resemble_inflected_forms_stay(String one, String other) {
        assertThat(analyzer.terms(one)).hasSize(1).doesNotContain(other);
    }

    @Test
    void a_text_has_no_more_terms_than_the_bound() {
        assertThat(analyzer.terms("word ".repeat(2 * Analyzer.MOST_TERMS))).hasSize(Analyzer.MOST_TERMS);
        assertThat(analyzer.terms("天".repeat(2 * Analyzer.MOST_TERMS))).hasSize(Analyzer.MOST_TERMS);
        assertThat(analyzer.terms("x".repeat(100_000)).getFirst()).hasSizeLessThan(100);
    }

    @Test
    void stop_words_are_what_it_was_given() {
        assertThat(new Analyzer(Set.of("weather")).terms("the weather")).containsExactly("the");
    }

    @Test
    void any_text_is_analysed_alike_however_its_letters_are_written() {
        Random random = new Random(42);
        for (int i = 0; i < 1_000; i++) {
            String text = random.ints(20, 0, 0x3000)
                    .filter(Character::isDefined)
                    .filter(c -> !Character.isISOControl(c))
                    .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                    .toString();

            assertThat(analyzer.terms(text)).noneMatch(String::isBlank).isEqualTo(analyzer.terms(text));
        }
    }
}
