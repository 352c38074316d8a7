package dev.guildhall.llm.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChunkedBodyTest {
    private static final int ROUNDS = 300;

    @RepeatedTest(ROUNDS)
    void body_is_the_same_however_it_is_cut(RepetitionInfo round) throws IOException {
        Random random = new Random(round.getCurrentRepetition());
        StringBuilder told = new StringBuilder();
        StringBuilder wire = new StringBuilder();
        for (int i = random.nextInt(12); i > 0; i--) {
            String data = text(random, 1 + random.nextInt(300));
            told.append(data);
            wire.append(size(random, data.length())).append(data).append("\r\n");
        }
        wire.append(size(random, 0))
                .append(random.nextBoolean() ? "" : "Trailer: x\r\nOther: y\r\n")
                .append("\r\nNEXT");
        HttpConnection connection = Pieces.cut(wire.toString(), random);

        String read = read(new ChunkedBody(connection), random);

        assertThat(read).isEqualTo(told.toString());
        assertThat(new String(rest(connection), StandardCharsets.UTF_8)).isEqualTo("NEXT");
    }

    private static byte[] rest(HttpConnection connection) throws IOException {
        return new OpenBody(connection).readAllBytes();
    }

    private static String size(Random random, int length) {
        String hex = Integer.toHexString(length);
        String digits = random.nextBoolean() ? hex.toUpperCase(Locale.ROOT) : "00" + hex;
        return digits + new String[] {"", ";a=b", " ;x=\"y\"", "  "}[random.nextInt(4)] + "\r\n";
    }

    private static String text(Random random, int length) {
        return random.ints(length, ' ', 0x7f)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private static String read(Body body, Random random) throws IOException {
        StringBuilder read = new StringBuilder();
        byte[] into = new byte[1 + random.nextInt(64)];
        for (int length = body.read(into, 0, into.length); length >= 0; length = body.read(into, 0, into.length)) {
            read.append(new String(into, 0, length, StandardCharsets.US_ASCII));
        }
        return read.toString();
    }

    @Test
    void body_that_drips_is_read() throws IOException {
        Body body = new ChunkedBody(Pieces.dripping("2;x=y\r\nab\r\n1\r\nc\r\n0\r\nT: v\r\n\r\n"));

        assertThat(body.readAllBytes()).asString().isEqualTo("abc");
    }

    @Test
    void lines_may_end_in_line_feeds_alone() throws IOException {
        Body body = new ChunkedBody(Pieces.whole("2\nab\n1\nc\n0\n\n"));

        assertThat(body.readAllBytes()).asString().isEqualTo("abc");
    }

    @Test
    void chunks_that_came_together_are_read_together() throws IOException {
        Body body = new ChunkedBody(Pieces.whole("2\r\nab\r\n1\r\nc\r\n0\r\n\r\n"));
        byte[] into = new byte[10];

        int read = body.read(into, 0, into.length);

        assertThat(new String(into, 0, read, StandardCharsets.US_ASCII)).isEqualTo("abc");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\r\n",
                "x\r\n",
                "-1\r\n",
                "+1\r\na\r\n",
                "0x1\r\na\r\n",
                " 1\r\na\r\n",
                "1 1\r\na\r\n",
                "1\ra\r\n",
                "1,\r\na\r\n",
                "1\r\nab\r\n0\r\n\r\n",
                "1\r\na0\r\n\r\n",
                "10000000000000000\r\na"
            })
    void malformed_chunks_are_refused(String wire) {
        assertThatExceptionOfType(UnreadableAnswer.class)
                .isThrownBy(() -> new ChunkedBody(Pieces.whole(wire)).readAllBytes());
        assertThatExceptionOfType(UnreadableAnswer.class)
                .isThrownBy(() -> new ChunkedBody(Pieces.dripping(wire)).readAllBytes());
    }

    @ParameterizedTest
    @ValueSource(strings = {"1;%s\r\na\r\n0\r\n\r\n", "1%s\r\na\r\n0\r\n\r\n", "0\r\n%s: x\r\n\r\n"})
    void endless_lines_between_chunks_are_refused(String wire) {
        String blanks = (wire.startsWith("1%s") ? " " : "x").repeat(Limits.CHUNK_LINE_BYTES + 1);

        assertThatExceptionOfType(UnreadableAnswer.class)
                .isThrownBy(() -> new ChunkedBody(Pieces.whole(wire.formatted(blanks))).readAllBytes());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "5", "5\r\n", "5\r\nab", "2\r\nab", "2\r\nab\r\n", "2\r\nab\r\n0\r\n"})
    void body_that_ends_too_early_broke_off(String wire) {
        assertThatExceptionOfType(EOFException.class)
                .isThrownBy(() -> new ChunkedBody(Pieces.whole(wire)).readAllBytes());
    }

    @Test
    void sized_body_that_ends_too_early_broke_off() {
        assertThatExceptionOfType(EOFException.class)
                .isThrownBy(() -> new SizedBody(Pieces.whole("abc"), 4).readAllBytes());
    }

    @Test
    void open_body_ends_with_its_connection() throws IOException {
        assertThat(new OpenBody(Pieces.dripping("abc")).readAllBytes())
                .asString()
                .isEqualTo("abc");
    }
}
