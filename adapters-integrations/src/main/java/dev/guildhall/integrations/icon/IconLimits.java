package dev.guildhall.integrations.icon;

import java.time.Duration;

final class IconLimits {
    /** The largest number of icons of a list, and of sizes of an icon, that are looked at. */
    static final int LISTED = 16;

    /** The largest number of icons that are fetched for one logo. */
    static final int TRIED = 3;

    /** The largest logo, in bytes. */
    static final int BYTES = 256 * 1024;

    /** The longest side of a logo, in pixels: a small file may be a picture of gigabytes. */
    static final int PIXELS = 1024;

    /** The smallest size that is sharp where pages show it, in pixels. */
    static final int SHARP = 96;

    /** How long one icon may take. */
    static final Duration TIME = Duration.ofSeconds(5);

    private IconLimits() {}
}
