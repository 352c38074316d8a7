package dev.guildhall.ports.session;

import dev.guildhall.ports.AuditId;
import java.time.Instant;
import java.util.Optional;

/**
 * A request to exchange a refresh token for its successor.
 *
 * @param presented the hash of the token that the client sent
 * @param successor the hash of the new token
 * @param successorExpiresAt when the successor expires
 * @param grace stored if this exchange succeeds, in place of the one of the exchange before; absent means that every
 *     second use counts as theft
 * @param entry the identifier of the entry that the exchange adds to the audit trail
 * @param client the OAuth client that sent the token; absent when the user's own program did
 */
public record TokenExchange(
        RefreshTokenHash presented,
        RefreshTokenHash successor,
        Instant successorExpiresAt,
        Optional<RefreshGrace> grace,
        AuditId entry,
        Optional<ClientId> client) {}
