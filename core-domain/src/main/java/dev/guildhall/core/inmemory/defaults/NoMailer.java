package dev.guildhall.core.inmemory.defaults;

import dev.guildhall.ports.mail.Mail;
import dev.guildhall.ports.mail.MailFailure;
import dev.guildhall.ports.mail.Mailer;
import dev.guildhall.ports.mail.SmtpAddress;

/** The mailer of a core without one: every mail fails with the reason. */
public final class NoMailer implements Mailer {
    @Override
    public void send(SmtpAddress server, Mail mail) throws MailFailure {
        throw new MailFailure("this core has no mailer; Parts.mailer sets the one that it uses", true);
    }
}
