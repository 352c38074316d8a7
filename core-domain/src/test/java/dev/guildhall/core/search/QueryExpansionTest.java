package dev.guildhall.core.search;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QueryExpansionTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "what is 17 times 23",
                "12*12",
                "3.5 + 4",
                "(3 + 4) * 5",
                "99 - 45",
                "17 x 23",
                "8 / 4",
                "six divided by two",
                "2 to the power of 10",
                "15% of 80",
                "20 percent of 1,250",
                "9 × 7",
                "Add two numbers",
                "multiply these numbers",
                "add up all the numbers"
            })
    void arithmetic_asks_for_a_calculation(String query) {
        assertThat(QueryExpansion.of(query)).isEqualTo(query + " (calculate arithmetic)");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "three times a day",
                "a meeting on 2026-03-05 or 3/5",
                "pages 10-20",
                "a 1024x768 image",
                "add the phone numbers of my contacts",
                "add a comment to issue 42",
                "C++ 20",
                "the last 7 days",
                "200+ million companies",
                "what time is it",
                "at +49 30 1234",
                "v1.2.3"
            })
    void other_queries_stay_as_they_are(String query) {
        assertThat(QueryExpansion.of(query)).isEqualTo(query);
    }

    @Test
    void a_long_query_of_digits_and_spaces_ends() {
        String query = "1".repeat(2_000) + " ".repeat(2_000) + "add the ".repeat(500) + "(".repeat(2_000);

        assertThat(QueryExpansion.of(query)).isEqualTo(query);
    }
}
