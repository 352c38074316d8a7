package dev.guildhall.ports.session;

import dev.guildhall.ports.Caller;
import java.time.Instant;

/**
 * What an access token says.
 *
 * @param caller who its bearer is
 * @param issuedAt when it was made, to the second
 * @param expiresAt when it stops being good, to the second
 */
public record AccessClaims(Caller.User caller, Instant issuedAt, Instant expiresAt) {}
