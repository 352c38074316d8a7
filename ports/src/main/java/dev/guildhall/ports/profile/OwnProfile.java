package dev.guildhall.ports.profile;

/**
 * A profile as its account sees it.
 *
 * @param profile the profile
 * @param isActive whether new tokens act as it
 */
public record OwnProfile(Profile profile, boolean isActive) {}
