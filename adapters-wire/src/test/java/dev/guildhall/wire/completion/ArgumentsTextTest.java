package dev.guildhall.wire.completion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.completion.ToolArguments;
import java.math.BigDecimal;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArgumentsTextTest {
    @ParameterizedTest
    @ValueSource(strings = {"", "  ", "{}", "null"})
    void blank_arguments_are_an_empty_object(String text) {
        assertThat(ArgumentsText.parse(text)).isEqualTo(new ToolArguments.Parsed(Map.of()));
    }

    @Test
    void numbers_keep_their_digits() {
        assertThat(ArgumentsText.parse("{\"price\":0.1,\"n\":3}"))
                .isEqualTo(new ToolArguments.Parsed(Map.of("price", new BigDecimal("0.1"), "n", 3)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"[1]", "\"text\"", "{\"a\":", "{a:1}", "{} {}", "nonsense"})
    void anything_else_is_malformed_with_a_message_for_the_model(String text) {
        ToolArguments arguments = ArgumentsText.parse(text);

        assertThat(arguments).isInstanceOfSatisfying(ToolArguments.Malformed.class, malformed -> {
            assertThat(malformed.text()).isEqualTo(text);
            assertThat(malformed.fault()).startsWith("the arguments must be one JSON object");
        });
    }

    @Test
    void malformed_json_is_reported_with_its_place_and_without_the_message_of_the_parser() {
        ToolArguments arguments = ArgumentsText.parse("{\"a\": 1,\n \"b\": oops}");

        assertThat(arguments)
                .isInstanceOfSatisfying(
                        ToolArguments.Malformed.class,
                        malformed -> assertThat(malformed.fault())
                                .matches("the arguments must be one JSON object, but are not JSON from line 2, column"
                                        + " \\d+ on"));
    }
}
