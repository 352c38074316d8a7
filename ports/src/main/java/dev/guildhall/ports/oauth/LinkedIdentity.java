package dev.guildhall.ports.oauth;

import dev.guildhall.ports.IdentityId;
import dev.guildhall.ports.UserId;
import java.time.Instant;

/**
 * An identity at a provider that signs in to an account.
 *
 * @param id names the link
 * @param userId the account
 * @param provider which provider it came through
 * @param key who it is there
 * @param linkedAt since when
 */
public record LinkedIdentity(IdentityId id, UserId userId, ProviderName provider, IdentityKey key, Instant linkedAt) {}
