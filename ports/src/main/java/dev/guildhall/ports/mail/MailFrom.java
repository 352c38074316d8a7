package dev.guildhall.ports.mail;

import dev.guildhall.ports.Text;
import dev.guildhall.ports.account.Email;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;

/**
 * The sender of mail.
 *
 * @param value an address, or a name with an address in angle brackets: {@code Guildhall <guildhall@example.org>};
 *     at most 320 characters
 */
public record MailFrom(String value) {
    private static final int MAX = 320;

    public MailFrom {
        value = Text.requireLine("mail.from", value, 3, MAX);
        try {
            new Email(addressOf(value));
        } catch (Refusal refusal) {
            if (!(refusal.problem() instanceof CommonProblem.Invalid)) {
                throw refusal;
            }
            throw Refusal.invalid("mail.from", "must be an address, or a name with an address in angle brackets");
        }
    }

    /** The address alone. */
    public String address() {
        return addressOf(value);
    }

    /** The name; empty without one. */
    public String name() {
        int bracket = value.indexOf('<');
        return bracket < 0 ? "" : value.substring(0, bracket).strip();
    }

    private static String addressOf(String value) {
        int bracket = value.indexOf('<');
        return bracket < 0 || !value.endsWith(">") ? value : value.substring(bracket + 1, value.length() - 1);
    }
}
