package dev.guildhall.ports;

import java.util.Optional;

/**
 * What work that outlives its request acts as.
 *
 * @param profileId the profile of its owner
 * @param keyId the API key that sent the request: the work may do only what the key may, and ends with it (contract 8,
 *     API keys); absent when the caller had signed in
 */
public record Actor(ProfileId profileId, Optional<ApiKeyId> keyId) {
    /** The actor of work that this caller wants. */
    public static Actor of(Caller.User caller) {
        return new Actor(caller.profileId(), caller.key().map(Caller.Key::id));
    }
}
