package dev.guildhall.ports.profile;

import dev.guildhall.ports.Change;
import dev.guildhall.ports.account.DisplayName;
import java.util.Optional;

/**
 * A change of a profile.
 *
 * @param displayName absent keeps it; a profile always has one
 * @param avatar keeps, clears or replaces it
 */
public record ProfileChange(Optional<DisplayName> displayName, Change<Avatar> avatar) {
    /** The profile after the change. */
    public Profile applyTo(Profile before) {
        return new Profile(
                before.id(),
                before.userId(),
                displayName.orElse(before.displayName()),
                avatar.applyTo(before.avatar()),
                before.createdAt());
    }
}
