package dev.guildhall.wire.completion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.usage.Usage;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class PassedUsageTest {
    private static PassedUsage read(String... pieces) {
        PassedUsage usage = new PassedUsage();
        for (String piece : pieces) {
            usage.pass(ByteBuffer.wrap(piece.getBytes(StandardCharsets.UTF_8)));
        }
        return usage;
    }

    @Test
    void the_tokens_of_an_answer_are_read_wherever_they_stand() {
        String usage = "\"usage\": {\"input_tokens\": 5, \"output_tokens\": 7}";
        String long1 = "\"data\":\"" + "x".repeat(50_000) + "\"";

        assertThat(read("{" + usage + "}").usage()).contains(new Usage(5, 7));
        assertThat(read("{" + usage + ",", long1 + "}").usage()).contains(new Usage(5, 7));
        assertThat(read("{" + long1 + ",", usage + "}").usage()).contains(new Usage(5, 7));
        assertThat(read("{\"usage\":{\"total_tokens\":9}}").usage()).contains(new Usage(9, 0));
        assertThat(read("{\"meta\":{\"billed_units\":{\"input_tokens\":4}}}").usage())
                .contains(new Usage(4, 0));
    }

    @Test
    void the_last_usage_of_events_counts() {
        PassedUsage usage = read(
                "data: {\"choices\":[{\"text\":\"a\"}],\"usage\":null}\n\n",
                "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":3,\"completion_tokens\":4,",
                "\"prompt_tokens_details\":{\"cached_tokens\":2}}}\n\ndata: [DONE]\n\n");

        assertThat(usage.usage()).contains(new Usage(3, 4).withParts(2, 0, 0));
        assertThat(usage.events()).isEqualTo(3);
    }

    @Test
    void a_text_that_mentions_usage_is_none() {
        assertThat(read("{\"text\":\"\\\"usage\\\": {\\\"total_tokens\\\": 9}\"}")
                        .usage())
                .isEmpty();
        assertThat(read("{\"usage\":{\"total_tokens\":-9}}").usage()).isEmpty();
        assertThat(read("{\"usage\":{\"total_tok").usage()).isEmpty();
        assertThat(read("").usage()).isEmpty();
    }

    @Test
    void the_length_of_a_sound_is_read() {
        assertThat(read("{\"text\":\"a\",\"usage\":{\"type\":\"duration\",\"seconds\":3}}")
                        .audio())
                .contains(Duration.ofSeconds(3));
        assertThat(read("{\"task\":\"transcribe\",\"duration\":\"2.5\"}").audio())
                .contains(Duration.ofMillis(2500));
        assertThat(read("{\"duration\":1.25}").audio()).contains(Duration.ofMillis(1250));
        assertThat(read("{\"text\":\"a\"}").audio()).isEmpty();
    }

    @Test
    void the_length_of_a_wav_is_exact_and_others_are_estimated() {
        ByteBuffer wav = ByteBuffer.allocate(44 + 48_000).order(ByteOrder.LITTLE_ENDIAN);
        wav.put("RIFF".getBytes(StandardCharsets.US_ASCII)).putInt(28, 32_000).clear();

        assertThat(AudioLength.of(wav)).isEqualTo(Duration.ofMillis(1500));
        assertThat(AudioLength.of(ByteBuffer.allocate(32_000))).isEqualTo(Duration.ofSeconds(2));
    }
}
