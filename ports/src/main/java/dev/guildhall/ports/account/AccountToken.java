package dev.guildhall.ports.account;

import dev.guildhall.ports.UserId;
import java.time.Instant;
import java.util.Optional;

/**
 * The stored form of a token that is good once.
 *
 * @param hash SHA-256 of the token, lower-case hexadecimal
 * @param kind what it is good for
 * @param userId the account that it is for; absent where the token is to find that out
 * @param email the address that it was mailed to; absent for a token that is not mailed
 * @param expiresAt until when it can be used
 */
public record AccountToken(
        String hash, TokenKind kind, Optional<UserId> userId, Optional<Email> email, Instant expiresAt) {}
