package dev.guildhall.core.file;

import java.time.Duration;

/**
 * Bounds of files.
 *
 * @param file how many bytes one may have (contract 5: 25 MiB)
 * @param user how many bytes those of one user may have together
 * @param unused how long content is kept that belongs to no file
 */
public record FileLimits(long file, long user, Duration unused) {
    /** What holds where nothing else was asked for. */
    public static final FileLimits DEFAULT =
            new FileLimits(25L * 1024 * 1024, 1024L * 1024 * 1024, Duration.ofHours(1));

    /** The same with another bound for the files of a user. */
    public FileLimits withUser(long bytes) {
        return new FileLimits(file, bytes, unused);
    }
}
