package dev.guildhall.integrations.icon;

import dev.guildhall.ports.completion.MediaSource;

/** The logo of an integration, or why it has none. */
public sealed interface Logo {
    /**
     * A picture of at most 256 KiB and 1024 by 1024 pixels. Its type is that of its bytes: {@code image/png}, {@code
     * image/jpeg}, {@code image/gif} or {@code image/webp}.
     */
    record Picture(MediaSource.Inline picture) implements Logo {}

    /** @param reason for the log and for who set the integration up */
    record None(String reason) implements Logo {}
}
