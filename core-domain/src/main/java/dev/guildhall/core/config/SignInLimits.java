package dev.guildhall.core.config;

import dev.guildhall.ports.RateLimit;
import java.time.Duration;

/**
 * Limits of failures to sign in.
 *
 * @param fromAddress failures to sign in to one account from one address (accounts-6: 5 a minute)
 * @param ofStrangers failures to sign in to one account from all addresses that never signed in to it (accounts-7: 50 a
 *     minute)
 * @param addressKnown how long an address is known after a sign-in (accounts-8: 90 days)
 */
public record SignInLimits(RateLimit fromAddress, RateLimit ofStrangers, Duration addressKnown) {
    /** The values of the specification. */
    public static final SignInLimits DEFAULT =
            new SignInLimits(new RateLimit(5), new RateLimit(50), Duration.ofDays(90));

    /** Failures are not limited. */
    public static final SignInLimits OFF = new SignInLimits(RateLimit.NONE, RateLimit.NONE, DEFAULT.addressKnown());
}
