package dev.guildhall.core.memory.ranking;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SpokenTurnTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        Caroline: I went there                         | caroline     | ''
        [1:56 pm on 8 May, 2023] Caroline: I went there | caroline     | '[1:56 pm on 8 May, 2023] '
        (2023-05-08) Anna Maria: I went there          | anna maria   | '(2023-05-08) '
        2023-05-08 13:56 Caroline: I went there        | caroline     | '2023-05-08 13:56 '
        8 May 2023 - Caroline: I went there            | caroline     | '8 May 2023 - '
        Caroline (8 May 2023): I went there            | caroline     | ' (8 May 2023)'
        Émile O'Neill-Roux: I went there               | émile o'neill-roux | ''
        """)
    void the_name_and_the_date_are_removed(String text, String speaker, String date) {
        assertThat(SpokenTurn.of(text)).isEqualTo(new SpokenTurn(Optional.of(speaker), date, "I went there"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "I went there: twice",
                "it was 13:56 and late",
                "http://example.org is down",
                "Caroline:",
                "Caroline: ",
                "The four of us went there: Ann, Bob, Cy and Dee",
                "went there"
            })
    void a_text_without_a_speaker_stays_unchanged(String text) {
        assertThat(SpokenTurn.of(text)).isEqualTo(new SpokenTurn(Optional.empty(), "", text));
    }

    @Test
    void a_long_text_without_a_name_is_matched_quickly() {
        String text = "A1 ".repeat(2_600) + ":";

        assertThat(SpokenTurn.of(text).words()).isEqualTo(text);
    }
}
