package dev.guildhall.integrations.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.tool.FailureKind;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DateMathTest {
    @ParameterizedTest
    @CsvSource({
        "2026-01-31, P1M, UTC, 2026-02-28T00:00:00Z, Saturday",
        "2028-02-28, P1D, UTC, 2028-02-29T00:00:00Z, Tuesday",
        "2026-03-28T12:00, P1D, Europe/Berlin, 2026-03-29T12:00:00+02:00, Sunday",
        "2026-03-28T12:00, PT24H, Europe/Berlin, 2026-03-29T13:00:00+02:00, Sunday",
        "2026-03-01T09:30:00+01:00, -P1Y2M3DT4H5M, UTC, 2024-12-29T04:25:00Z, Sunday",
        "2026-03-01 09:30, P2W, UTC, 2026-03-15T09:30:00Z, Sunday",
        "now, PT90S, UTC, 2026-07-01T10:01:30Z, Wednesday"
    })
    void amount_is_added_by_the_calendar(String time, String amount, String zone, String sum, String weekday) {
        assertThat(Tools.result(
                        "date_math", Map.of("operation", "add", "time", time, "amount", amount, "timezone", zone)))
                .containsEntry("time", sum)
                .containsEntry("weekday", weekday)
                .containsEntry("timezone", zone);
    }

    @ParameterizedTest
    @CsvSource({
        "2026-01-01, 2026-03-02, 60, 5184000, P2M1D",
        "2024-02-29, 2025-02-28, 365, 31536000, P11M30D",
        "2026-03-02, 2026-01-01, -60, -5184000, -P2M1D",
        "2026-01-01T00:00Z, 2026-01-01T01:00+01:00, 0, 0, P0D",
        "2026-01-01T10:00:00Z, 2027-02-02T12:30:15Z, 397, 34309815, P1Y1M1DT2H30M15S",
        "2026-07-01, now, 0, 36000, PT10H"
    })
    void difference_is_told_in_several_ways(String from, String to, long days, long seconds, String iso) {
        assertThat(Tools.result("date_math", Map.of("operation", "difference", "time", from, "to", to)))
                .containsEntry("days", days)
                .containsEntry("seconds", seconds)
                .containsEntry("iso", iso);
    }

    @Test
    void time_is_told_in_another_zone() {
        assertThat(Tools.result(
                        "date_math",
                        Map.of("operation", "convert", "time", "2026-07-01T12:00:00Z", "timezone", "Asia/Tokyo")))
                .containsEntry("time", "2026-07-01T21:00:00+09:00");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "yesterday",
                "2026-13-01",
                "2026-02-30T25:00",
                "01.02.2026",
                "",
                "99999-01-01",
                "2026-01-01T00:00:00+99:00"
            })
    void malformed_time_is_named(String time) {
        assertThat(Tools.failure(
                        FailureKind.INVALID_ARGUMENTS, "date_math", Map.of("operation", "convert", "time", time)))
                .startsWith("time: must be a time such as");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "P", "PT", "1 day", "P1", "P99999999999Y", "P1D1M", "--P1D"})
    void malformed_amount_is_named(String amount) {
        assertThat(Tools.failure(
                        FailureKind.INVALID_ARGUMENTS,
                        "date_math",
                        Map.of("operation", "add", "time", "2026-01-01", "amount", amount)))
                .startsWith("amount: must be an ISO 8601 amount");
    }

    @ParameterizedTest
    @ValueSource(strings = {"P999999999Y", "P9000Y", "-P999999999M", "PT999999999H"})
    void amount_beyond_the_calendar_fails(String amount) {
        assertThat(Tools.failure(
                        FailureKind.FAILED,
                        "date_math",
                        Map.of("operation", "add", "time", "2026-01-01", "amount", amount)))
                .isEqualTo("the result is beyond what a calendar holds");
    }

    @Test
    void what_an_operation_needs_is_named() {
        assertThat(Tools.failure(
                        FailureKind.INVALID_ARGUMENTS,
                        "date_math",
                        Map.of("operation", "difference", "time", "2026-01-01")))
                .isEqualTo("to: is required");
    }
}
