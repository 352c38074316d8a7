package dev.guildhall.ports.profile;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.ProfileId;

/**
 * Driving port: the profiles of the caller's account (accounts-30). Every method blocks. Refuses
 * with {@code CommonProblem.Unauthenticated}; with {@code NotFound} for a profile that does not exist or belongs to
 * another user, also for an admin.
 */
public interface Profiles {
    /** The account's profiles, newest first; a page of the size {@code Limit.DEFAULT} has all of them. */
    Page<OwnProfile> list(Caller caller, PageRequest page);

    /**
     * Creates a profile. It is not active.
     *
     * @throws dev.guildhall.ports.problem.Refusal also with {@code AccountProblem.TooManyProfiles} when the account has
     *     20
     */
    OwnProfile add(Caller caller, NewProfile profile);

    /** Changes a profile; of two concurrent changes neither reverts the other's change of another field. */
    OwnProfile change(Caller caller, ProfileId id, ProfileChange change);

    /**
     * Makes a profile the account's active one: new tokens of all sessions act as it. Tokens that were issued before
     * act as their own profile until they expire. A second call returns another token.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Unauthenticated} also when the session has
     *     ended
     */
    ProfileActivation activate(Caller caller, ProfileId id);
}
