package dev.guildhall.ports.profile;

import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.session.AccessToken;
import java.time.Duration;

/**
 * What comes of activating a profile.
 *
 * @param activeProfileId the account's active profile from now on
 * @param accessToken acts as that profile, in the session of the caller
 * @param expiresIn the token's life, whole seconds
 */
public record ProfileActivation(ProfileId activeProfileId, AccessToken accessToken, Duration expiresIn) {}
