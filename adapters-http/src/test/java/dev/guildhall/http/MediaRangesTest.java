package dev.guildhall.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MediaRangesTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8|true
        TEXT/HTML ; charset=utf-8 ; Q=0.3 , */*;q=0.2|true
        text/*|true
        text/*;q=0.4, application/*;q=0.5|false
        text/html;q=0.001|true
        text/html, application/json|false
        text/html;q=0.5, */*|false
        text/html;q=0, text/*|false
        */*|false
        application/json|false
        image/png|false
        text/html;q=2|false
        text/html;q=-1|false
        text/html;q=|false
        ,,;;|false
        """)
    void a_type_is_preferred_by_the_weight_of_its_most_specific_range(String accept, boolean prefersPages) {
        assertThat(MediaRanges.parse(accept).prefer("text/html", "application/json"))
                .isEqualTo(prefersPages);
    }
}
