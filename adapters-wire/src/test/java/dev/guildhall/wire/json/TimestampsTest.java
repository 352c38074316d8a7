package dev.guildhall.wire.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimestampsTest {
    private static final DateTimeFormatter REFERENCE =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

    @ParameterizedTest
    @CsvSource({
        "1970-01-01T00:00:00Z, 1970-01-01T00:00:00.000Z",
        "2026-11-20T14:05:31.007Z, 2026-11-20T14:05:31.007Z",
        "2026-12-31T23:59:59.999999999Z, 2026-12-31T23:59:59.999Z",
        "1969-12-31T23:59:59.5Z, 1969-12-31T23:59:59.500Z",
        "0000-02-29T00:00:00Z, 0000-02-29T00:00:00.000Z",
        "9999-12-31T23:59:59Z, 9999-12-31T23:59:59.000Z"
    })
    void a_time_is_written_with_four_digits_of_year_and_three_of_a_second(Instant time, String text) {
        assertThat(Timestamps.text(time)).isEqualTo(text);
    }

    @Test
    void any_time_is_written_as_the_library_writes_it() {
        Random random = new Random(7);

        for (int i = 0; i < 10_000; i++) {
            Instant time = Instant.ofEpochSecond(random.nextLong(-1L << 38, 1L << 38), random.nextInt(1_000_000_000));
            assertThat(Timestamps.text(time)).isEqualTo(REFERENCE.format(time));
        }
    }
}
