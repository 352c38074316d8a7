package dev.guildhall.ports.profile;

import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.session.AccessToken;
import java.time.Duration;

/**
 * The result of the activation of a profile.
 *
 * @param activeProfileId the account's active profile from now on
 * @param accessToken acts as that profile, in the session of the caller
 * @param expiresIn the lifetime of the token, whole seconds
 */
public record ProfileActivation(ProfileId activeProfileId, AccessToken accessToken, Duration expiresIn) {}
