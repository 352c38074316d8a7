package dev.guildhall.integrations.mcp.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class McpLineReaderTest {
    private static List<Line> lines(InputStream in) throws IOException {
        McpLineReader reader = new McpLineReader(in);
        List<Line> lines = new ArrayList<>();
        for (Optional<Line> line = reader.next(); line.isPresent(); line = reader.next()) {
            lines.add(line.get());
        }
        return lines;
    }

    private static InputStream text(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    private static List<String> texts(InputStream in) throws IOException {
        return lines(in).stream()
                .map(line -> line instanceof Line.Whole whole ? whole.text() : "too long")
                .toList();
    }

    @Test
    void lines_come_one_by_one_without_their_breaks() throws IOException {
        assertThat(texts(text("a\n\nbö\r\n"))).containsExactly("a", "", "bö");
    }

    @Test
    void what_has_no_line_break_is_no_line() throws IOException {
        assertThat(texts(text("a\nb"))).containsExactly("a");
    }

    @Test
    void line_may_come_in_any_number_of_pieces() throws IOException {
        List<InputStream> pieces = List.of(text("{\"a"), text("\":"), text("1}"), text("\nb"), text("\n"));

        assertThat(texts(new SequenceInputStream(Collections.enumeration(pieces))))
                .containsExactly("{\"a\":1}", "b");
    }

    @Test
    void longest_line_is_whole_and_a_longer_one_is_not() throws IOException {
        String longest = "x".repeat(McpLimits.MESSAGE_BYTES);

        assertThat(texts(text(longest + "\n" + longest + "y\nnext\n"))).containsExactly(longest, "too long", "next");
    }

    @Test
    void question_of_an_answer_that_is_too_long_is_known_by_its_edges() throws IOException {
        String much = "\"" + "x".repeat(McpLimits.MESSAGE_BYTES) + "\"";

        assertThat(id("{\"jsonrpc\":\"2.0\",\"id\":17,\"result\":" + much + "}"))
                .contains(17L);
        assertThat(id("{\"result\":" + much + ",\"jsonrpc\":\"2.0\",\"id\":18}"))
                .contains(18L);
        assertThat(id("{\"result\":" + much + ",\"b\":{\"id\":19}}")).isEmpty();
    }

    private static Optional<Long> id(String line) throws IOException {
        Line.TooLong tooLong = (Line.TooLong) lines(text(line + "\n")).getFirst();
        return tooLong.id().stream().boxed().findFirst();
    }

    @Test
    void line_that_does_not_end_is_not_read_for_ever() {
        InputStream endless = new InputStream() {
            @Override
            public int read() {
                return 'x';
            }

            @Override
            public int read(byte[] into, int from, int length) {
                Arrays.fill(into, from, from + length, (byte) 'x');
                return length;
            }
        };

        assertThatThrownBy(() -> lines(endless)).isInstanceOf(IOException.class);
    }
}
