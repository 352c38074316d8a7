package dev.guildhall.ports.session;

import dev.guildhall.ports.AuditId;
import java.time.Instant;
import java.util.Optional;

/**
 * A refresh token that is to be exchanged for its successor.
 *
 * @param presented the hash of the token that was presented
 * @param successor the hash of the token to come
 * @param successorExpiresAt when the successor stops being good
 * @param grace kept if this exchange takes place, in place of what was kept of the one before; absent means that every
 *     second use is theft
 * @param entry names the entry of the audit trail that tells what became of it
 */
public record TokenExchange(
        RefreshTokenHash presented,
        RefreshTokenHash successor,
        Instant successorExpiresAt,
        Optional<RefreshGrace> grace,
        AuditId entry) {}
