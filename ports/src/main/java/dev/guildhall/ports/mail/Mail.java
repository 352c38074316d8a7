package dev.guildhall.ports.mail;

import dev.guildhall.ports.account.Email;

/**
 * One message to one person.
 *
 * @param from the sender
 * @param to the receiver
 * @param subject one line
 * @param text plain text; lines end with a line feed
 */
public record Mail(MailFrom from, Email to, String subject, String text) {}
