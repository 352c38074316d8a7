package dev.guildhall.core.account;

import java.time.Duration;

/**
 * Bounds of the keys that access tokens are signed with.
 *
 * @param life how long a key signs before another one takes over; zero means until somebody asks for that
 * @param lead how long the next key is published at least before age alone makes it the active one: longer than anybody
 *     keeps a copy of the key set
 * @param margin how long after its last token has expired a retired key is kept: longer than nodes take to notice that it
 *     retired, and than their clocks differ
 */
public record SigningKeyLimits(Duration life, Duration lead, Duration margin) {
    /** What holds where nothing else was asked for. */
    public static final SigningKeyLimits DEFAULT =
            new SigningKeyLimits(Duration.ofDays(90), Duration.ofHours(1), Duration.ofDays(1));

    /** The same with another life. */
    public SigningKeyLimits withLife(Duration other) {
        return new SigningKeyLimits(other, lead, margin);
    }
}
