package dev.guildhall.core.memory.ranking;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SpokenQueryTest {
    private static final Set<String> SPEAKERS = Set.of("sofia", "anna maria", "will");

    private SpokenQuery of(String query) {
        return SpokenQuery.of(query, SPEAKERS);
    }

    @Test
    void the_query_is_rephrased_in_the_first_person_of_the_named_speaker() {
        SpokenQuery query = of("When did Sofia go to Sofia's sister?");

        assertThat(query.text()).isEqualTo("When did I go to my sister?");
        assertThat(query.speakers()).containsExactly("sofia");
        assertThat(query.names()).containsExactly("sofia");
    }

    @Test
    void the_second_speaker_of_a_query_is_addressed() {
        SpokenQuery query = of("What did Anna tell Sofia about Anna\u2019s job?");

        assertThat(query.text()).isEqualTo("What did I tell you about my job?");
        assertThat(query.speakers()).containsExactly("anna maria", "sofia");
    }

    @Test
    void a_word_that_is_no_name_stays() {
        assertThat(of("What will Tim do at Sofiana's place?").text()).isEqualTo("What will Tim do at Sofiana's place?");
        assertThat(of("Costs $5 or \\5?").text()).isEqualTo("Costs $5 or \\5?");
    }

    @Test
    void lower_case_names_count_in_a_query_without_capitals() {
        assertThat(of("where does sofia live").text()).isEqualTo("where does I live");
    }

    @Test
    void without_speakers_nothing_changes() {
        assertThat(SpokenQuery.of("When did Sofia go?", Set.of()))
                .isEqualTo(new SpokenQuery(List.of(), Set.of(), "When did Sofia go?"));
    }
}
