package dev.guildhall.ports.oauth;

import dev.guildhall.ports.SessionId;
import java.time.Instant;

/**
 * The bearer of a valid token of another issuer.
 *
 * @param token identifies the token, in place of a session: {@link SessionId#isExternal}
 * @param identity the user, as the issuer describes them
 * @param admin whether the token gives the role {@code admin}
 * @param expiresAt when the token expires
 */
public record ExternalBearer(SessionId token, ExternalIdentity identity, boolean admin, Instant expiresAt) {}
