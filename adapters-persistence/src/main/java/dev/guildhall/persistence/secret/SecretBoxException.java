package dev.guildhall.persistence.secret;

import org.jspecify.annotations.Nullable;

/** A sealed secret does not open: the key or the purpose is wrong, or the envelope was changed. Immutable. */
public final class SecretBoxException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    SecretBoxException(String message) {
        this(message, null);
    }

    SecretBoxException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
