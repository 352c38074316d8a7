package dev.guildhall.ports.oauth;

import dev.guildhall.ports.problem.Refusal;
import java.util.regex.Pattern;

/**
 * Identifies a configured sign-in provider, for example {@code google}.
 *
 * @param value 1 to 50 of {@code a-z 0-9 _ -}, a letter or digit first
 */
public record ProviderName(String value) {
    private static final Pattern FORM = Pattern.compile("[a-z0-9][a-z0-9_-]{0,49}");

    public ProviderName {
        if (!FORM.matcher(value).matches()) {
            throw Refusal.invalid("provider", "must be 1 to 50 of a-z, 0-9, _ and -");
        }
    }
}
