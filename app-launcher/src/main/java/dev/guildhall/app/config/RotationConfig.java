package dev.guildhall.app.config;

import java.util.Optional;

/**
 * What a rotation of the secret key needs beside the configuration of a server. Its text form shows no key.
 *
 * @param newKey base64 of the key that is to take the place of the one that there is; absent means one that is made, which
 *     only goes where keys are kept in a file
 */
public record RotationConfig(Optional<String> newKey) {
    /** Types the settings. */
    public static RotationConfig of(Settings settings) {
        return new RotationConfig(settings.get(Key.NEW_SECRET_KEY));
    }

    @Override
    public String toString() {
        return "RotationConfig[…]";
    }
}
