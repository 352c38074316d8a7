package dev.guildhall.ports.session;

import dev.guildhall.ports.SessionId;
import dev.guildhall.ports.UserId;
import java.time.Instant;
import java.util.Optional;

/**
 * One sign-in, from its start to logout, theft or old age.
 *
 * @param id never changes
 * @param userId the account
 * @param createdAt when somebody signed in
 * @param expiresAt when it ends whatever happens, 90 days after the sign-in
 * @param endedAt when it ended early; absent while it has not
 */
public record Session(SessionId id, UserId userId, Instant createdAt, Instant expiresAt, Optional<Instant> endedAt) {
    /** Whether its tokens are good at that moment. */
    public boolean isLive(Instant now) {
        return endedAt.isEmpty() && now.isBefore(expiresAt);
    }
}
