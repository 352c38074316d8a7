package dev.guildhall.wire.sse;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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

    private List<String> read(InputStream bytes) throws IOException {
        LineReader reader = new LineReader(bytes, BOUND, _ -> {});
        List<String> lines = new ArrayList<>();
        for (Optional<Slice> line = reader.next(); line.isPresent(); line = reader.next()) {
            lines.add(line.get().toString());
        }
        return lines;
    }

    private static InputStream oneByOne(byte[] bytes) {
        return new FilterInputStream(new ByteArrayInputStream(bytes)) {
            @Override
            public int read(byte[] into, int offset, int length) throws IOException {
                return super.read(into, offset, Math.min(length, 1));
            }
        };
    }
}
