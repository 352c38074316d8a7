package dev.guildhall.app.config;

import java.util.Optional;

/**
 * The settings of a rotation of the secret key, besides the server's configuration. Its text form shows no key.
 *
 * @param newKey base64 of the new key; absent means a generated one, which is possible only when the key is stored in a
 *     file
 */
public record RotationConfig(Optional<String> newKey) {
    public static RotationConfig of(Settings settings) {
        return new RotationConfig(settings.get(SettingKey.NEW_SECRET_KEY));
    }

    @Override
    public String toString() {
        return "RotationConfig[…]";
    }
}
