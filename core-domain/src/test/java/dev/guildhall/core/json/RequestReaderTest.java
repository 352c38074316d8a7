package dev.guildhall.core.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestReaderTest {
    @Test
    void every_kind_of_value_is_read() {
        String text =
                " {\"a\": [1, -2.5e3, true, false, \"x\"], \"b\": {\"c\": null}, \"d\": \"\\\"\\\\\\/\\n\\u8336👋\"} ";

        assertThat(JsonReader.object(text))
                .contains(Map.of(
                        "a",
                        List.of(new BigDecimal("1"), new BigDecimal("-2.5e3"), true, false, "x"),
                        "b",
                        Map.of(),
                        "d",
                        "\"\\/\n茶👋"));
    }

    @Test
    void written_json_is_read_unchanged() {
        Map<String, Object> value =
                Map.of("text", "tab\t \"quoted\" \\ \u0001 茶", "list", List.of("a", List.of(), Map.of()));

        assertThat(JsonReader.object(JsonText.of(value))).contains(value);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", " ", "[]", "1", "null",
                "{", "}", "{}x", "{} {}", "{\"a\"}",
                "{\"a\":}", "{\"a\":1,}", "{a:1}", "{'a':1}", "{\"a\":01}",
                "{\"a\":+1}", "{\"a\":1.}", "{\"a\":.5}", "{\"a\":NaN}", "{\"a\":1e9999}",
                "{\"a\":[1,]}", "{\"a\":[null]}", "{\"a\":\"\n\"}", "{\"a\":\"\\x\"}", "{\"a\":\"\\u12g4\"}",
                "{\"a\":\"", "{\"a\":tru}", "{\"a\":\"\\u１２３４\"}", "Here you are: {}"
            })
    void a_text_that_is_no_json_object_is_not_read(String text) {
        assertThat(JsonReader.object(text)).isEmpty();
    }

    @Test
    void depth_and_length_are_bounded() {
        String deep = "{\"a\":" + "[".repeat(50_000) + "]".repeat(49_000) + "}";
        String long_ = "{\"a\":\"" + "x".repeat(100_000) + "\"}";

        assertThat(JsonReader.object(deep)).isEmpty();
        assertThat(JsonReader.object(long_)).isEmpty();
    }
}
