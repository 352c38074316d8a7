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
 * @param hops how many deliveries to webhooks have led to the work, one after the other (webhooks-13); 0 or more
 */
public record Actor(ProfileId profileId, Optional<ApiKeyId> keyId, Optional<UserId> countsFor, int hops) {
    /** Creates an actor of work that no delivery to a webhook has led to. */
    public Actor(ProfileId profileId, Optional<ApiKeyId> keyId, Optional<UserId> countsFor) {
        this(profileId, keyId, countsFor, 0);
    }

    /** The actor of work that this caller wants. */
    public static Actor of(Caller.User caller) {
        return of(caller, caller.profileId());
    }

    /** The same after so many deliveries to webhooks. */
    public Actor afterHops(int count) {
        return new Actor(profileId, keyId, countsFor, count);
    }

    /** The same with another profile. */
    public static Actor of(Caller.User caller, ProfileId profileId) {
        return new Actor(
                profileId,
                caller.key().map(Caller.Key::id),
                caller.countsForInsteadOf(caller.userId()),
                caller.work().hops());
    }
}
