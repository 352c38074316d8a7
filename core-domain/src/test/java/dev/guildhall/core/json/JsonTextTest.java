package dev.guildhall.core.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTextTest {
    @Test
    void objects_keep_their_order_and_lists_their_holes() {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("z", Arrays.asList(1, null, true));
        object.put("a", Map.of());
        object.put("", List.of());

        assertThat(JsonText.of(object)).isEqualTo("{\"z\":[1,null,true],\"a\":{},\"\":[]}");
    }

    @Test
    void numbers_are_written_as_they_are_and_what_is_none_as_null() {
        List<Object> numbers = Arrays.asList(
                7,
                1L << 40,
                0.25,
                1e300,
                -0.0,
                new BigInteger("123456789012345678901234567890"),
                new BigDecimal("1E+3"));
        List<Object> none = List.of(Double.NaN, Double.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY);

        assertThat(JsonText.of(numbers))
                .isEqualTo("[7,1099511627776,0.25,1.0E300,-0.0,123456789012345678901234567890,1E+3]");
        assertThat(JsonText.of(none)).isEqualTo("[null,null,null]");
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "`a\"b\\c`, `\"a\\\"b\\\\c\"`",
                "`\n\r\t`, `\"\\n\\r\\t\"`",
                "`\u0000\u001f`, `\"\\u0000\\u001f\"`",
                "`grüße 你好 👋`, `\"grüße 你好 👋\"`",
            })
    void text_is_escaped_where_json_asks_for_it(String text, String json) {
        assertThat(JsonText.of(text)).isEqualTo(json);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"\ud83d", "a\ud83d", "\ud83da", "\ude00", "a\ude00b", "\ude00\ud83d", "👋\ud83d", "\ude00👋"})
    void half_of_a_surrogate_pair_was_written_unescaped_and_could_not_be_encoded(String text)
            throws CharacterCodingException {
        String json = JsonText.of(text);

        int bytes = StandardCharsets.UTF_8
                .newEncoder()
                .encode(CharBuffer.wrap(json))
                .remaining();
        assertThat(bytes).isPositive();
        assertThat(json).containsPattern("\\\\u(d83d|de00)");
    }

    @ParameterizedTest
    @ValueSource(
            ints = {
                0, 0x1f, ' ', '\n', '\r', '\t', '"', '\\', 'a', 0x7f, 0x80, 0x7ff, 0x800, 0xd7ff, 0xd800, 0xdbff,
                0xdc00, 0xdfff, 0xe000, 0xffff, 0x10000, 0x10ffff
            })
    void the_size_of_a_code_point_is_that_of_its_text_without_the_quotes(int codePoint) {
        String json = JsonText.of(Character.toString(codePoint));

        assertThat(JsonText.bytes(codePoint)).isEqualTo(json.getBytes(StandardCharsets.UTF_8).length - 2);
    }

    @Test
    void any_other_value_is_written_as_its_text() {
        assertThat(JsonText.of(StandardCharsets.UTF_8)).isEqualTo("\"UTF-8\"");
    }
}
