package dev.guildhall.integrations.builtin;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.Period;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code builtin.date_math}: adds an amount to a date, or counts the days between two dates. */
final class DateMath {
    private static final int MAX_CHARACTERS = 60;
    private static final int LAST_YEAR = 9999;
    private static final String DATE = "date";
    private static final String AMOUNT = "amount";
    private static final String TO = "to";
    private static final DateTimeFormatter READ = DateTimeFormatter.ofPattern("uuuu-MM-dd['T'HH:mm[:ss]]");
    private static final DateTimeFormatter WRITTEN = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss");

    private DateMath() {}

    static BuiltinTool tool() {
        return BuiltinTool.of(
                "date_math",
                "Calculates with dates: adds an amount of time to a date, or counts the days and seconds between two"
                    + " dates. It knows the lengths of months and leap years. Answers with the resulting date and its"
                    + " weekday, or with the difference.",
                Parameters.object(
                        List.of(DATE),
                        DATE,
                        Parameters.text("ISO 8601 without an offset: 2026-03-01 or 2026-03-01T09:30.", MAX_CHARACTERS),
                        AMOUNT,
                        Parameters.text("What to add, in ISO 8601: P1M, -P10D or PT36H.", MAX_CHARACTERS),
                        TO,
                        Parameters.text(
                                "The second date, in the form of the first, in place of an amount.", MAX_CHARACTERS)),
                DateMath::calculated);
    }

    private static Map<String, Object> calculated(BuiltinArguments arguments) {
        LocalDateTime from = date(DATE, arguments.text(DATE));
        return arguments
                .optionalText(TO)
                .map(to -> difference(from, date(TO, to)))
                .orElseGet(() -> sum(from, arguments.optionalText(AMOUNT)));
    }

    private static Map<String, Object> sum(LocalDateTime from, Optional<String> given) {
        String amount = given.orElseThrow(() -> ToolFault.invalid(AMOUNT, "is required"))
                .strip();
        try {
            LocalDateTime sum = from.plus(amount.contains("T") ? Duration.parse(amount) : Period.parse(amount));
            if (Math.abs(sum.getYear()) > LAST_YEAR) {
                throw new DateTimeException("beyond the calendar");
            }
            return Parameters.inOrder(
                    DATE, WRITTEN.format(sum), "weekday", sum.getDayOfWeek().name());
        } catch (DateTimeException | ArithmeticException wrong) {
            throw ToolFault.invalid(AMOUNT, "must be ISO 8601 such as P1M, -P10D or PT36H, within the calendar");
        }
    }

    private static Map<String, Object> difference(LocalDateTime from, LocalDateTime to) {
        return Parameters.inOrder(
                "days", ChronoUnit.DAYS.between(from, to), "seconds", ChronoUnit.SECONDS.between(from, to));
    }

    private static LocalDateTime date(String name, String text) {
        try {
            return READ.parseBest(text.strip(), LocalDateTime::from, LocalDate::from) instanceof LocalDateTime time
                    ? time
                    : LocalDate.parse(text.strip()).atStartOfDay();
        } catch (DateTimeException malformed) {
            throw ToolFault.invalid(name, "must be a date such as 2026-03-01 or 2026-03-01T09:30");
        }
    }
}
