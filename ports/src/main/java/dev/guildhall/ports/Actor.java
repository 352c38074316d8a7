package dev.guildhall.ports;

import java.util.Optional;

/**
 * What work that outlives its request acts as.
 *
 * @param profileId the profile of its owner
 * @param keyId the API key that sent the request: the work may do only what the key may, and ends with it (keys-6);
 *     absent when the caller had signed in
 * @param countsFor the user for whose limits the work counts instead of its owner, who is a group then (general-24);
 *     absent means its owner
 */
public record Actor(ProfileId profileId, Optional<ApiKeyId> keyId, Optional<UserId> countsFor) {
    /** The actor of work that this caller wants. */
    public static Actor of(Caller.User caller) {
        return of(caller, caller.profileId());
    }

    /** The same with another profile. */
    public static Actor of(Caller.User caller, ProfileId profileId) {
        return new Actor(profileId, caller.key().map(Caller.Key::id), caller.countsForInsteadOf(caller.userId()));
    }
}
