package dev.guildhall.integrations.builtin;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Period;
import java.time.ZonedDateTime;
import java.time.temporal.TemporalAmount;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An amount of time in ISO 8601, for example {@code P1M2DT3H}.
 *
 * @param date years, months, weeks and days by the calendar
 * @param clock hours, minutes and seconds
 */
record Amount(Period date, Duration clock) {
    private static final Pattern FORM = Pattern.compile(
            "([-+]?)P((?:[-+]?\\d{1,9}[YMWD])*)(T(?:[-+]?\\d{1,9}(?:\\.\\d{1,9})?[HMS])+)?", Pattern.CASE_INSENSITIVE);
    private static final int LAST_YEAR = 9999;

    static Amount read(String text) {
        Matcher form = FORM.matcher(text.strip());
        if (!form.matches() || (form.group(2).isEmpty() && form.group(3) == null)) {
            throw malformed();
        }
        try {
            Period date = form.group(2).isEmpty() ? Period.ZERO : Period.parse("P" + form.group(2));
            Duration clock = form.group(3) == null ? Duration.ZERO : Duration.parse("P" + form.group(3));
            return form.group(1).equals("-") ? new Amount(date.negated(), clock.negated()) : new Amount(date, clock);
        } catch (DateTimeException | ArithmeticException wrong) {
            throw malformed();
        }
    }

    ZonedDateTime addedTo(ZonedDateTime time) {
        ZonedDateTime sum = time.plus((TemporalAmount) date).plus(clock);
        if (Math.abs(sum.getYear()) > LAST_YEAR) {
            throw new DateTimeException("beyond " + LAST_YEAR);
        }
        return sum;
    }

    private static ToolFault malformed() {
        return BuiltinArguments.bad("amount", "must be an ISO 8601 amount such as P1M, -P10D or PT36H");
    }
}
