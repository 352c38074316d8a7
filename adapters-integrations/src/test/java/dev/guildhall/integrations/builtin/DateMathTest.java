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
        "2026-01-31, P1M, 2026-02-28T00:00:00, SATURDAY",
        "2028-02-28, P1D, 2028-02-29T00:00:00, TUESDAY",
        "2026-03-01T09:30, -P1Y2M3D, 2024-12-29T09:30:00, SUNDAY",
        "2026-03-01T09:30:15, PT36H, 2026-03-02T21:30:15, MONDAY"
    })
    void tool_adds_an_amount_by_the_calendar(String date, String amount, String sum, String weekday) {
        assertThat(Tools.result("date_math", Map.of("date", date, "amount", amount)))
                .containsEntry("date", sum)
                .containsEntry("weekday", weekday);
    }

    @ParameterizedTest
    @CsvSource({
        "2026-01-01, 2026-03-02, 60, 5184000",
        "2024-02-29, 2025-02-28, 365, 31536000",
        "2026-03-02, 2026-01-01, -60, -5184000",
        "2026-07-01, 2026-07-01T10:00, 0, 36000"
    })
    void tool_counts_the_days_and_seconds_between_two_dates(String from, String to, long days, long seconds) {
        assertThat(Tools.result("date_math", Map.of("date", from, "to", to)))
                .containsEntry("days", days)
                .containsEntry("seconds", seconds);
    }

    @ParameterizedTest
    @ValueSource(strings = {"yesterday", "2026-13-01", "2026-02-30T25:00", "01.02.2026", "", "99999-01-01"})
    void error_names_a_malformed_date(String date) {
        assertThat(Tools.failure(FailureKind.INVALID_ARGUMENTS, "date_math", Map.of("date", date, "amount", "P1D")))
                .startsWith("date: must be a date such as");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "P", "PT", "1 day", "P1", "P99999999999Y", "--P1D", "P1DT", "PT9999999999999H"})
    void error_names_a_malformed_amount(String amount) {
        assertThat(Tools.failure(
                        FailureKind.INVALID_ARGUMENTS, "date_math", Map.of("date", "2026-01-01", "amount", amount)))
                .startsWith("amount: must be ISO 8601");
    }

    @ParameterizedTest
    @ValueSource(strings = {"P999999999Y", "-P999999999Y", "P9000Y"})
    void error_names_an_amount_that_passes_the_last_year(String amount) {
        assertThat(Tools.failure(
                        FailureKind.INVALID_ARGUMENTS, "date_math", Map.of("date", "2026-01-01", "amount", amount)))
                .endsWith("within the calendar");
    }

    @Test
    void error_names_a_missing_amount() {
        assertThat(Tools.failure(FailureKind.INVALID_ARGUMENTS, "date_math", Map.of("date", "2026-01-01")))
                .isEqualTo("amount: is required");
    }
}
