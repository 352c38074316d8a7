package dev.guildhall.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ByteRangeTest {
    private static final int CASES = 20_000;
    private static final int LARGEST = 12;

    /** Numbers besides those around the sizes: larger than any file, and larger than any primitive type. */
    private static final List<String> HUGE = List.of(
            "9223372036854775807",
            "9223372036854775808",
            "18446744073709551616",
            "99999999999999999999",
            "100000000000000000000",
            "000000000000000000000000000003",
            "9".repeat(500));

    private final Random random = new Random(7);

    @ParameterizedTest
    @CsvSource({
        "bytes=99999999999999999999-, true, 0",
        "bytes=99999999999999999999-99999999999999999999, true, 0",
        "bytes=3-99999999999999999999, false, 7",
        "bytes=-99999999999999999999, false, 10",
        "bytes=00000000000000000000000000009-, false, 1",
        "Bytes=9-, false, 1"
    })
    void a_position_has_any_number_of_digits(String header, boolean isEmpty, long length) {
        ByteRange range = ByteRange.parse(header, 10).orElseThrow();

        assertThat(range.isEmpty()).isEqualTo(isEmpty);
        assertThat(range.isEmpty() ? 0 : range.length()).isEqualTo(length);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "bytes",
                "bytes=",
                "bytes=-",
                "bytes=1",
                "bytes=a-",
                "bytes=1-2x",
                "bytes=1--2",
                "bytes=--2",
                "bytes=+1-2",
                "bytes=1 -2",
                "bytes=0x1-2",
                "bytes=\u0661-\u0662",
                "bytes=2-1",
                "bytes=99999999999999999999-99999999999999999998",
                "bytes=99999999999999999999-1",
                "bytes=0-1,3-4",
                "bits=0-1"
            })
    void what_is_no_single_valid_range_is_ignored(String header) {
        assertThat(ByteRange.parse(header, 10)).isEmpty();
    }

    @Test
    void a_range_holds_exactly_the_positions_that_its_numbers_name() {
        for (int i = 0; i < CASES; i++) {
            long size = random.nextInt(LARGEST);
            String first = number();
            String last = number();
            String header = "bytes=" + first + "-" + last;

            Optional<ByteRange> range = ByteRange.parse(header, size);

            assertThat(range.isPresent()).as("%s of %s", header, size).isEqualTo(isValid(first, last));
            range.ifPresent(found -> assertThat(positions(found))
                    .as("%s of %s", header, size)
                    .isEqualTo(LongStream.range(0, size)
                            .filter(at -> isNamed(at, size, first, last))
                            .boxed()
                            .toList()));
        }
    }

    private String number() {
        return switch (random.nextInt(6)) {
            case 0 -> "";
            case 1 -> HUGE.get(random.nextInt(HUGE.size()));
            default -> Integer.toString(random.nextInt(LARGEST + 2));
        };
    }

    private static boolean isValid(String first, String last) {
        if (first.isEmpty() || last.isEmpty()) {
            return !(first.isEmpty() && last.isEmpty());
        }
        return new BigInteger(first).compareTo(new BigInteger(last)) <= 0;
    }

    private static boolean isNamed(long at, long size, String first, String last) {
        BigInteger position = BigInteger.valueOf(at);
        if (first.isEmpty()) {
            return BigInteger.valueOf(size - at).compareTo(new BigInteger(last)) <= 0;
        }
        return position.compareTo(new BigInteger(first)) >= 0
                && (last.isEmpty() || position.compareTo(new BigInteger(last)) <= 0);
    }

    private static List<Long> positions(ByteRange range) {
        return LongStream.rangeClosed(range.first(), range.last()).boxed().toList();
    }
}
