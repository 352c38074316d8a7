package dev.guildhall.ports.mail;

import dev.guildhall.ports.Id;

/**
 * Names one mail that waits, {@code mail_…}.
 *
 * @param value as {@link Id#value()}
 */
public record MailId(String value) implements Id {
    public MailId {
        Id.require("mailId", value);
    }
}
