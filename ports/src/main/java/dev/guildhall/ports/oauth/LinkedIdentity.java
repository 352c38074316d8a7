package dev.guildhall.ports.oauth;

import dev.guildhall.ports.IdentityId;
import dev.guildhall.ports.UserId;
import java.time.Instant;

/**
 * An identity at a provider that signs in to an account.
 *
 * @param id the identifier of the link
 * @param userId the account
 * @param provider the provider
 * @param key the identity at the provider
 * @param linkedAt since when
 */
public record LinkedIdentity(IdentityId id, UserId userId, ProviderName provider, IdentityKey key, Instant linkedAt) {}
