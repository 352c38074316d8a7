package dev.guildhall.wire.bedrock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.wire.sse.Slice;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;

class EventFramesTest {
    private static EventFrames frames(byte[] bytes) {
        return new EventFrames(new ByteArrayInputStream(bytes), 100_000);
    }

    private static byte[] hex(String digits) {
        return HexFormat.of().parseHex(digits);
    }

    /** The empty message of AWS's published vectors. */
    @Test
    void the_empty_message_is_read() throws IOException {
        EventFrames frames = frames(hex("000000100000000005c248eb7d98c8ff"));

        assertThat(frames.next().map(Slice::toString)).contains("{\"\":{}}");
        assertThat(frames.next()).isEmpty();
    }

    @Test
    void events_and_errors_are_read_in_order() throws IOException {
        EventFrames frames = frames(FrameBytes.joined(
                FrameBytes.event("contentBlockDelta", "{\"delta\":{\"text\":\"é\"}}"),
                FrameBytes.exception("throttlingException", "{\"message\":\"slow\"}")));

        assertThat(frames.next().map(Slice::toString)).contains("{\"contentBlockDelta\":{\"delta\":{\"text\":\"é\"}}}");
        assertThat(frames.next().map(Slice::toString))
                .contains("{\"exception\":{\"type\":\"throttlingException\",\"body\":{\"message\":\"slow\"}}}");
    }

    @Test
    void a_frame_with_one_changed_bit_is_malformed() {
        byte[] frame = FrameBytes.event("messageStop", "{\"stopReason\":\"end_turn\"}");
        Random random = new Random(7);
        for (int round = 0; round < 500; round++) {
            byte[] changed = frame.clone();
            changed[random.nextInt(changed.length)] ^= (byte) (1 << random.nextInt(8));

            assertThatThrownBy(() -> frames(changed).next()).isInstanceOf(IOException.class);
        }
    }

    @Test
    void a_cut_frame_is_no_event() {
        byte[] frame = FrameBytes.event("messageStop", "{}");
        for (int length = 1; length < frame.length; length++) {
            byte[] cut = Arrays.copyOf(frame, length);

            assertThatThrownBy(() -> frames(cut).next()).isInstanceOf(IOException.class);
        }
    }

    @Test
    void a_frame_that_is_too_long_is_not_read() {
        byte[] frame = FrameBytes.event("messageStop", "\"" + "x".repeat(100_000) + "\"");

        assertThatThrownBy(() -> frames(frame).next()).hasMessageContaining("malformed frame");
    }
}
