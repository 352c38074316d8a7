package dev.guildhall.ports.profile;

import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.UserData;
import dev.guildhall.ports.UserId;
import java.util.List;
import java.util.Optional;

/** Driven port: profiles. Blocks. Takes part in {@code Transactions}. */
public interface ProfileStore extends UserData {
    /** Stores a new profile. */
    void add(Profile profile);

    /** The profile; empty when there is none. */
    Optional<Profile> find(ProfileId id);

    /**
     * The profile, locked until the open transaction ends: another caller that locks it waits, and then reads the
     * changed profile. Lock it after accounts and before groups.
     *
     * @return empty when there is none
     */
    Optional<Profile> lock(ProfileId id);

    /** Replaces name and picture of a profile; nothing happens when there is none. */
    void change(Profile profile);

    /** All profiles of an account, oldest first. */
    List<Profile> ofUser(UserId userId);
}
