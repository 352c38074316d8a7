package dev.guildhall.wire.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonBytesTest {
    private static final int TEXTS = 2_000;
    private static final int MOST_CHARACTERS = 1_500;

    /** Characters at which the encoding changes. */
    private static final int[] EDGES = {0, 1, 7, 8, 9, 10, 12, 13, 31, 32, 34, 47, 92, 126, 127, 128, 0x7ff, 0x800};

    private static String written(String text) {
        return new String(new JsonBytes().string(text).toByteArray(), StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "plain", "\"\\\b\f\n\r\t/", "\0\u001f\u007f", "é\u07ff", "ࠀ世\uffff", "😀 grin", "a😀"})
    void a_text_is_written_as_the_library_writes_it(String text) {
        assertThat(written(text)).isEqualToIgnoringCase(Json.text(text));
    }

    @Test
    void half_of_a_pair_keeps_its_number_so_that_both_halves_together_are_whole_again() {
        assertThat(written("\ud83d")).isEqualTo("\"\\ud83d\"");
        assertThat(written("\ude00x")).isEqualTo("\"\\ude00x\"");
        assertThat(written("\ud83d\ud83d\ude00")).isEqualTo("\"\\ud83d😀\"");
    }

    @Test
    void whatever_is_written_is_read_again() throws Exception {
        Random random = new Random(5);

        for (int i = 0; i < TEXTS; i++) {
            String text = text(random);

            byte[] json = new JsonBytes().string(text).toByteArray();

            assertThat(Json.MAPPER.readValue(json, String.class)).isEqualTo(text);
        }
    }

    @Test
    void numbers_and_what_is_json_already_stand_as_they_are() {
        JsonBytes json =
                new JsonBytes().raw("{\"é\":").number(Long.MIN_VALUE).raw("}".getBytes(StandardCharsets.UTF_8));

        assertThat(new String(json.toByteArray(), StandardCharsets.UTF_8)).isEqualTo("{\"é\":-9223372036854775808}");
        assertThat(json.length()).isEqualTo(json.toByteArray().length);
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        int length = random.nextInt(MOST_CHARACTERS);
        while (text.length() < length) {
            switch (random.nextInt(4)) {
                case 0 -> text.append((char) EDGES[random.nextInt(EDGES.length)]);
                case 1 -> text.append((char) random.nextInt(Character.MAX_VALUE + 1));
                case 2 -> text.appendCodePoint(0x10000 + random.nextInt(0x100000));
                default -> text.append("and so on");
            }
        }
        return text.toString();
    }
}
