package dev.guildhall.ports.account;

import dev.guildhall.ports.UserId;
import dev.guildhall.ports.mail.MailKind;
import java.time.Instant;

/**
 * The stored form of a token in a mailed link.
 *
 * @param hash SHA-256 of the token, lower-case hexadecimal
 * @param kind the mail that has it
 * @param userId the account that it is for
 * @param email the address that it was mailed to
 * @param expiresAt until when it can be used
 */
public record AccountToken(String hash, MailKind kind, UserId userId, Email email, Instant expiresAt) {}
