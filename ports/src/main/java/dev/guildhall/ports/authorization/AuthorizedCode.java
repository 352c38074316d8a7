package dev.guildhall.ports.authorization;

import dev.guildhall.ports.SessionId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.session.ConnectedClient;
import java.time.Instant;

/**
 * A code that a user's consent has issued, as it is stored.
 *
 * @param hash SHA-256 of the code, lower-case hexadecimal
 * @param sessionId the session that its redemption opens, so that a second redemption can end it
 * @param userId the user who agreed
 * @param client the client that may redeem it
 * @param redirect the address that it was sent to
 * @param challenge only the holder of its verifier may redeem the code
 * @param expiresAt from then on it cannot be redeemed
 */
public record AuthorizedCode(
        String hash,
        SessionId sessionId,
        UserId userId,
        ConnectedClient client,
        ClientRedirect redirect,
        CodeChallenge challenge,
        Instant expiresAt) {}
