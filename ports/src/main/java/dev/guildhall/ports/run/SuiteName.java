package dev.guildhall.ports.run;

import dev.guildhall.ports.problem.Refusal;
import java.util.regex.Pattern;

/**
 * The name of a suite: the name of its directory below the directory of suites.
 *
 * @param value matches {@link #FORM}
 */
public record SuiteName(String value) {
    /** 1 to 100 characters: letters, digits, dots, underscores and hyphens, the first a letter or a digit. */
    public static final Pattern FORM = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");

    /** @throws Refusal with {@code CommonProblem.Invalid} when the name has another form */
    public SuiteName {
        if (!FORM.matcher(value).matches()) {
            throw Refusal.invalid("suite", "must match " + FORM.pattern());
        }
    }
}
