package dev.guildhall.ports.session;

import dev.guildhall.ports.Caller;
import java.time.Instant;

/**
 * The content of an access token.
 *
 * @param caller the bearer
 * @param issuedAt when it was issued, to the second
 * @param expiresAt when it expires, to the second
 */
public record AccessClaims(Caller.User caller, Instant issuedAt, Instant expiresAt) {}
