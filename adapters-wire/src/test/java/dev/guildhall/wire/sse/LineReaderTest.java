package dev.guildhall.wire.sse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LineReaderTest {
    private static final int BOUND = 1000;

    @ParameterizedTest
    @CsvSource({
        "one.two,one|two",
        "one.two.,one|two",
        "one..two,one||two",
        ".one,|one",
        "one..,one|",
        ".,''",
    })
    void lines_are_the_same_with_every_line_ending(String dotted, String lines) throws IOException {
        for (String end : new String[] {"\n", "\r\n", "\r"}) {
            byte[] bytes = dotted.replace(".", end).getBytes(StandardCharsets.UTF_8);

            assertThat(String.join("|", read(new ByteArrayInputStream(bytes)))).isEqualTo(lines);
            assertThat(String.join("|", read(oneByOne(bytes)))).isEqualTo(lines);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"\uFEFFone\ntwo", "\uFEFFone\r\ntwo\r\n"})
    void byte_order_mark_is_ignored_however_it_is_split(String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);

        assertThat(read(new ByteArrayInputStream(bytes))).containsExactly("one", "two");
        assertThat(read(oneByOne(bytes))).containsExactly("one", "two");
    }

    @ParameterizedTest
    @ValueSource(strings = {"one\r", "one\n", "one\r\n"})
    void line_is_read_as_soon_as_its_end_is_there(String begun) throws IOException {
        InputStream silent = new FilterInputStream(new ByteArrayInputStream(begun.getBytes(StandardCharsets.UTF_8))) {
            @Override
            public int read(byte[] into, int offset, int length) throws IOException {
                int read = super.read(into, offset, length);
                assertThat(read).isPositive();
                return read;
            }
        };

        assertThat(new LineReader(silent, BOUND, _ -> {}).next().map(Slice::toString))
                .contains("one");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 8192})
    void line_past_the_bound_can_be_skipped(int piece) throws IOException {
        String longest = "x".repeat(BOUND);
        String longer = "first" + "y".repeat(50 * BOUND) + "last";
        LineReader reader = new LineReader(inPieces(longest + "\n" + longer + "\r\nnext\n", piece), BOUND, _ -> {});

        assertThat(reader.next().map(Slice::toString)).contains(longest);
        assertThatExceptionOfType(TooLong.class).isThrownBy(reader::next);
        LineReader.Edges edges = reader.skip(60L * BOUND, 5);
        assertThat(edges).isEqualTo(new LineReader.Edges("first", "ylast"));
        assertThat(reader.next().map(Slice::toString)).contains("next");
        assertThat(reader.next()).isEmpty();
    }

    @Test
    void line_that_does_not_end_is_not_skipped_for_ever() {
        LineReader reader = new LineReader(inPieces("x".repeat(50 * BOUND), 8192), BOUND, _ -> {});

        assertThatExceptionOfType(TooLong.class).isThrownBy(reader::next);
        assertThatExceptionOfType(TooLong.class).isThrownBy(() -> reader.skip(40L * BOUND, 5));
    }

    private List<String> read(InputStream bytes) throws IOException {
        LineReader reader = new LineReader(bytes, BOUND, _ -> {});
        List<String> lines = new ArrayList<>();
        for (Optional<Slice> line = reader.next(); line.isPresent(); line = reader.next()) {
            lines.add(line.get().toString());
        }
        return lines;
    }

    private static InputStream oneByOne(byte[] bytes) {
        return inPieces(new String(bytes, StandardCharsets.UTF_8), 1);
    }

    private static InputStream inPieces(String text, int size) {
        return new FilterInputStream(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8))) {
            @Override
            public int read(byte[] into, int offset, int length) throws IOException {
                return super.read(into, offset, Math.min(length, size));
            }
        };
    }
}
