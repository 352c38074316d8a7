package dev.guildhall.persistence.config;

import org.jspecify.annotations.Nullable;

/**
 * The database cannot be started or opened. Its message is one line for the administrator who starts Guildhall.
 * Immutable.
 */
public final class DatabaseStartException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public DatabaseStartException(String message) {
        this(message, null);
    }

    @SuppressWarnings("exports")
    public DatabaseStartException(String message, @Nullable Throwable cause) {
        super(message.lines().findFirst().orElse("the database cannot be started"), cause);
    }
}
