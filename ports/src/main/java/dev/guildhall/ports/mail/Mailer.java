package dev.guildhall.ports.mail;

/** Driven port: hands mail to a server. Blocks, at most a minute; ends early when its thread is interrupted. */
@FunctionalInterface
public interface Mailer {
    /**
     * Sends one mail.
     *
     * @throws MailFailure when the server cannot be reached or does not take it
     */
    void send(SmtpAddress server, Mail mail) throws MailFailure;
}
