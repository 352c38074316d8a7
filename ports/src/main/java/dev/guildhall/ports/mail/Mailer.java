package dev.guildhall.ports.mail;

import java.util.Optional;

/** Driven port: hands mail to a server. Blocks, at most a minute; ends early when its thread is interrupted. */
@FunctionalInterface
public interface Mailer {
    /**
     * Sends one mail.
     *
     * @return why it was not sent: the server cannot be reached or does not take it; empty when the server has it
     */
    Optional<MailFailure> send(SmtpAddress server, Mail mail);
}
