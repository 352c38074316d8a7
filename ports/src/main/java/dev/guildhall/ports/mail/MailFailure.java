package dev.guildhall.ports.mail;

/**
 * Why the server did not take a mail.
 *
 * @param reason for the operator, without a password
 * @param isPermanent whether another attempt would fail too, for example since the receiver does not exist
 */
public record MailFailure(String reason, boolean isPermanent) {}
