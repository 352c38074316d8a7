package dev.guildhall.ports.session;

import dev.guildhall.ports.Caller;
import java.time.Instant;
import java.util.Optional;

/**
 * The content of an access token.
 *
 * @param caller the bearer
 * @param client the OAuth client that the token was issued to, good for {@code /mcp} alone; absent for a token that is
 *     good for all services
 * @param issuedAt when it was issued, to the second
 * @param expiresAt when it expires, to the second
 */
public record AccessClaims(Caller.User caller, Optional<ClientId> client, Instant issuedAt, Instant expiresAt) {
    /** The content of a token that is good for all services. */
    public AccessClaims(Caller.User caller, Instant issuedAt, Instant expiresAt) {
        this(caller, Optional.empty(), issuedAt, expiresAt);
    }
}
