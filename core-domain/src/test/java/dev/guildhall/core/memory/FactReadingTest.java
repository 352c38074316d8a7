package dev.guildhall.core.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FactReadingTest {
    private static final String HOME =
            "{\"facts\":[{\"fact\":\" I live in Oslo. \",\"topic\":\"home\",\"importance\":0.7}]}";
    private static final StatedFact OSLO =
            new StatedFact("I live in Oslo.", 0.7, Optional.of("home"), Optional.empty());

    @Test
    void facts_are_read_with_and_without_a_fence() {
        assertThat(FactReading.of(HOME)).contains(List.of(OSLO));
        assertThat(FactReading.of("```json\n" + HOME + "\n```")).contains(List.of(OSLO));
        assertThat(FactReading.of("{\"facts\":[]}")).contains(List.of());
        assertThat(FactReading.of("{\"facts\":[{\"fact\":\"I like tea.\",\"topic\":null}]}"))
                .contains(List.of(new StatedFact("I like tea.", 0.6, Optional.of("taste tea"), Optional.empty())));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "I live in Oslo.",
                "{\"fact\":\"I live in Oslo.\"}",
                "{\"facts\":\"none\"}",
                "{\"facts\":[\"I live in Oslo.\"]}",
                "{\"facts\":[{\"fact\":5}]}",
                "{\"facts\":[{\"fact\":\"\"}]}",
                "{\"facts\":[{\"fact\":\"two\\nlines\"}]}",
                "{\"facts\":[{\"fact\":\"a\",\"topic\":\"fact\"}]}",
                "{\"facts\":[{\"fact\":\"a\",\"importance\":1.1}]}",
                "{\"facts\":[{\"fact\":\"a\",\"importance\":\"high\"}]}",
                "{\"facts\":[{\"fact\":\"good\"},{\"fact\":7}]}",
            })
    void an_answer_of_another_form_holds_no_facts(String answer) {
        assertThat(FactReading.of(answer)).isEmpty();
    }

    @Test
    void secrets_and_repetitions_are_left_out_and_the_rest_is_capped() {
        String many = IntStream.range(0, 10)
                .mapToObj(i -> "{\"fact\":\"I own boat " + i + ".\"}")
                .collect(Collectors.joining(","));

        assertThat(FactReading.of("{\"facts\":[{\"fact\":\"My password is hunter2.\"},{\"fact\":\"I like tea.\"},"
                                + "{\"fact\":\"i like TEA\"}]}")
                        .orElseThrow())
                .extracting(StatedFact::content)
                .containsExactly("I like tea.");
        assertThat(FactReading.of("{\"facts\":[" + many + "]}").orElseThrow()).hasSize(FactRules.MOST);
    }
}
