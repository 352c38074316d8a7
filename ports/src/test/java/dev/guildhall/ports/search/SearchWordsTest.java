package dev.guildhall.ports.search;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SearchWordsTest {
    @Test
    void words_have_no_accents_and_no_capitals() {
        assertThat(SearchWords.of("Köln, ÉTÉ; naïve_case 100%"))
                .containsExactlyInAnyOrder("koln", "ete", "naive", "case", "100");
        assertThat(SearchWords.of("Ko\u0308ln")).containsExactly("koln");
        assertThat(SearchWords.of("Ёлка")).containsExactly("елка");
    }

    @Test
    void letters_that_unicode_does_not_decompose_have_no_accents() {
        assertThat(SearchWords.of("STRASSE Straße Łódź")).containsExactlyInAnyOrder("strasse", "lodz");
        assertThat(SearchWords.of("Smørrebrød")).isEqualTo(SearchWords.of("smorrebrod"));
        assertThat(SearchWords.of("ΟΔΟΣ οδοσ")).containsExactly("οδοσ");
        assertThat(SearchWords.of("DİL dıl")).containsExactly("dil");
    }

    @Test
    void a_character_of_a_script_without_spaces_is_a_word() {
        assertThat(SearchWords.of("東京tower")).containsExactlyInAnyOrder("東", "京", "tower");
    }

    @Test
    void a_query_keeps_its_order_and_its_first_words() {
        assertThat(SearchWords.ofQuery("b a B c")).containsExactly("b", "a", "c");
        assertThat(SearchWords.ofQuery("1 2 3 4 5 6 7 8 9 10 11")).hasSize(SearchWords.MOST_OF_QUERY);
        assertThat(SearchWords.ofQuery("%_ !")).isEmpty();
    }

    @Test
    void numbers_of_every_kind_are_words() {
        assertThat(SearchWords.of("٣ ⅷ ½ ৴x \ud835\udfd8 a\ud83d\ude00b \ud800c"))
                .containsExactlyInAnyOrder("٣", "viii", "1", "2", "৴x", "0", "a", "b", "c");
    }

    @Test
    void a_long_word_is_cut() {
        assertThat(SearchWords.of("a".repeat(100))).containsExactly("a".repeat(SearchWords.LONGEST));
    }

    @Test
    void a_word_is_found_by_its_beginning() {
        assertThat(SearchWords.anyBegins(SearchWords.of("comparison of offers"), "compar"))
                .isTrue();
        assertThat(SearchWords.anyBegins(SearchWords.of("comparison of offers"), "parison"))
                .isFalse();
        assertThat(SearchWords.anyBegins(SearchWords.of(""), "a")).isFalse();
    }
}
