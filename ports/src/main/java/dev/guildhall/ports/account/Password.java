package dev.guildhall.ports.account;

import dev.guildhall.ports.Text;
import dev.guildhall.ports.problem.Refusal;
import java.text.Normalizer;

/**
 * A password in clear text, held only while a request is handled. Its text form is masked, so that it does not appear
 * in a log.
 *
 * @param value 8 to 128 characters, any characters, in Unicode's composed form; no composition rules (accounts-2)
 */
public record Password(String value) {
    private static final int MIN = 8;
    private static final int MAX = 128;

    public Password {
        if (!Text.isWellFormed(value)) {
            throw Refusal.invalid("password", "must be well-formed Unicode without NUL");
        }
        value = Normalizer.normalize(value, Normalizer.Form.NFC);
        int length = value.codePointCount(0, value.length());
        if (length < MIN || length > MAX) {
            throw Refusal.invalid("password", "must have " + MIN + " to " + MAX + " characters");
        }
    }

    @Override
    public String toString() {
        return "Password[…]";
    }
}
