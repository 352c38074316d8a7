package dev.guildhall.persistence.backup;

import org.jspecify.annotations.Nullable;

/** A backup cannot be made or restored. Its message is one line for the administrator. Immutable. */
public final class BackupFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    BackupFailure(String message) {
        this(message, null);
    }

    BackupFailure(String message, @Nullable Throwable cause) {
        super(message.lines().findFirst().orElse("the backup failed"), cause);
    }

    static BackupFailure damaged(Object file, @Nullable Throwable cause) {
        return new BackupFailure(file + " is cut short or damaged; nothing was restored from it", cause);
    }
}
