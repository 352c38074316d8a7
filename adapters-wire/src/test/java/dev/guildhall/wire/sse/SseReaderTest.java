package dev.guildhall.wire.sse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SseReaderTest {
    private static final int BOUND = 20_000;

    private static SseReader reader(String stream) {
        return new SseReader(new ByteArrayInputStream(stream.getBytes(StandardCharsets.UTF_8)), BOUND);
    }

    private static Optional<String> next(SseReader events) throws IOException {
        return events.next().map(Slice::toString);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\n", "\r\n", "\r"})
    void fields_of_an_event_are_read_with_every_line_ending(String end) throws IOException {
        SseReader events =
                reader(":hello\nid: 7\nevent: greeting\ndata: one\ndata:two\ndata\n\ndata:  x\n\n".replace("\n", end));

        assertThat(next(events)).contains("one\ntwo\n");
        assertThat(events.name()).isEqualTo("greeting");
        assertThat(events.lastId()).contains("7");
        assertThat(events.isWhole()).isTrue();
        assertThat(next(events)).contains(" x");
        assertThat(events.name()).isEmpty();
        assertThat(events.lastId()).contains("7");
        assertThat(next(events)).isEmpty();
    }

    @Test
    void event_without_data_is_skipped_but_its_id_counts() throws IOException {
        SseReader events = reader("event: a\nid: 1\n\nid: 2\ndata:\n\n");

        assertThat(next(events)).isEmpty();

        assertThat(events.lastId()).contains("2");
    }

    @Test
    void event_that_the_stream_cuts_is_marked_and_its_id_does_not_count() throws IOException {
        SseReader events = reader("id: 1\ndata: a\n\nid: 2\ndata: b");

        assertThat(next(events)).contains("a");
        assertThat(next(events)).contains("b");

        assertThat(events.isWhole()).isFalse();
        assertThat(events.lastId()).contains("1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-1", "1.5", "soon", "9999999999"})
    void malformed_retry_is_ignored(String retry) throws IOException {
        SseReader events = reader("retry: 250\nretry: " + retry + "\ndata: a\n\n");

        assertThat(next(events)).contains("a");

        assertThat(events.retry()).contains(Duration.ofMillis(250));
    }

    @Test
    void line_and_event_may_be_as_long_as_the_bound_and_no_longer() throws IOException {
        String longest = "x".repeat(BOUND - "data:".length());

        assertThat(next(reader("data:" + longest + "\n\n"))).contains(longest);
        assertThatExceptionOfType(TooLong.class).isThrownBy(() -> next(reader("data:" + longest + "x\n\n")));
        assertThatExceptionOfType(TooLong.class).isThrownBy(() -> next(reader("data:" + longest + "\ndata:12345\n\n")));
    }
}
