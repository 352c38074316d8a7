package dev.guildhall.core.config;

/**
 * Limits of the hashing of passwords.
 *
 * @param atOnce how many passwords are hashed in parallel
 * @param waiting how many more may wait; further ones are refused
 */
public record HashingLimits(int atOnce, int waiting) {
    /** One hash for each two processors, so that many sign-ins at once leave half of the processors to other requests. */
    public static final HashingLimits DEFAULT =
            new HashingLimits(Math.max(1, Runtime.getRuntime().availableProcessors() / 2), 64);
}
