package dev.guildhall.core.config;

import java.time.Duration;

/**
 * Limits of files.
 *
 * @param file how many bytes a file may have (chat-16: 25 MiB)
 * @param user how many bytes the files of one user may have together
 * @param unused how long content without a file is kept
 */
public record FileLimits(long file, long user, Duration unused) {

    public static final FileLimits DEFAULT =
            new FileLimits(25L * 1024 * 1024, 1024L * 1024 * 1024, Duration.ofHours(1));
}
