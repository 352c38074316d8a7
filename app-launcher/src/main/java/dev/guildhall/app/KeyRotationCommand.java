package dev.guildhall.app;

import dev.guildhall.app.config.Config;
import dev.guildhall.app.config.RotationConfig;
import dev.guildhall.persistence.config.DatabaseUrl;
import dev.guildhall.persistence.rotation.SecretKeyRotation;
import java.util.Optional;

/**
 * Replaces the key that secrets are encrypted with, while no server runs. A configured key is replaced by another
 * configured key, which the operator must then use in the configuration. A key in the data directory is replaced by a
 * generated key or by the configured one, which is then written to the file.
 */
final class KeyRotationCommand {
    private KeyRotationCommand() {}

    /**
     * Replaces the key.
     *
     * @return a message for the operator, without any key
     */
    static String run(Config config, RotationConfig rotation) {
        try (Closer closing = new Closer()) {
            DatabaseUrl url = Storage.address(config, closing)
                    .orElseThrow(() -> new StartFailure("the database is in memory, so there is no key to replace"));
            return run(new SecretKeyRotation(url, config.dataDir()), config, rotation.newKey());
        }
    }

    private static String run(SecretKeyRotation rotation, Config config, Optional<String> newKey) {
        if (config.secretKey().isPresent()) {
            String to = newKey.orElseThrow(() ->
                    new StartFailure("GUILDHALL_NEW_SECRET_KEY: is needed to replace the key in GUILDHALL_SECRET_KEY"));
            int secrets = rotation.configured(config.secretKey().get(), to);
            return secrets
                    + " secrets are encrypted with the new key; start with it as GUILDHALL_SECRET_KEY from now on";
        }
        int secrets = rotation.ofFile(newKey);
        return secrets + " secrets are encrypted with the new key; it is in "
                + config.dataDir().resolve("secret.key");
    }
}
