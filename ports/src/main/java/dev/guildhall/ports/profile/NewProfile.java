package dev.guildhall.ports.profile;

import dev.guildhall.ports.account.DisplayName;
import java.util.Optional;

/**
 * What a new profile is made of.
 *
 * @param displayName how it is shown
 * @param avatar absent means without a picture
 */
public record NewProfile(DisplayName displayName, Optional<Avatar> avatar) {}
