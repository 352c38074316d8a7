package dev.guildhall.core.inmemory.defaults;

import dev.guildhall.ports.mail.Mail;
import dev.guildhall.ports.mail.MailFailure;
import dev.guildhall.ports.mail.Mailer;
import dev.guildhall.ports.mail.SmtpAddress;
import java.util.Optional;

/** The mailer of a core without one: every mail fails with the reason. */
public final class NoMailer implements Mailer {
    @Override
    public Optional<MailFailure> send(SmtpAddress server, Mail mail) {
        return Optional.of(new MailFailure("this core has no mailer; Parts.mailer sets the one that it uses", true));
    }
}
