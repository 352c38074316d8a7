package dev.guildhall.ports.profile;

import dev.guildhall.ports.account.DisplayName;
import java.util.Optional;

/**
 * A request to create a profile.
 *
 * @param displayName its name
 * @param avatar absent means without a picture
 */
public record NewProfile(DisplayName displayName, Optional<Avatar> avatar) {}
