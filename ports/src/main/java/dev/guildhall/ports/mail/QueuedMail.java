package dev.guildhall.ports.mail;

import dev.guildhall.ports.account.Email;
import java.time.Instant;
import java.util.Optional;

/**
 * A mail that waits to be sent.
 *
 * @param id names it
 * @param kind what it is about
 * @param to the receiver
 * @param secret what its link has, when that was decided before; stored encrypted
 * @param createdAt when it was asked for
 * @param attempts how often it was claimed, 0 or more
 */
public record QueuedMail(
        MailId id, MailKind kind, Email to, Optional<String> secret, Instant createdAt, int attempts) {}
