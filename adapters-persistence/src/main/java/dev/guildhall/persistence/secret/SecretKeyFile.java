package dev.guildhall.persistence.secret;

import dev.guildhall.persistence.config.DatabaseStartException;
import dev.guildhall.persistence.folder.PrivateFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;

/** Reads the key that encrypts secrets from the configuration, or from a file, which it creates once. */
public final class SecretKeyFile {
    public static final String NAME = "secret.key";

    private SecretKeyFile() {}

    /**
     * Opens the box with this installation's key.
     *
     * @param configured {@code GUILDHALL_SECRET_KEY}: base64 of 32 bytes; absent means the file {@code secret.key} in
     *     the data folder, which is created, readable only by its owner, when it does not exist
     * @throws DatabaseStartException when the key is malformed or the file cannot be read; the message does not contain
     *     the key
     */
    public static SecretBox open(Optional<String> configured, Path dataFolder) {
        if (configured.isPresent()) {
            return box("GUILDHALL_SECRET_KEY", configured.get());
        }
        Path file = PrivateFile.folder(dataFolder).resolve(NAME);
        return box(file.toString(), PrivateFile.readOrCreate(file, SecretKeyFile::randomKey));
    }

    /**
     * As {@link #open}, but the file must exist when no key is configured.
     *
     * @throws DatabaseStartException also when the file does not exist
     */
    public static SecretBox openExisting(Optional<String> configured, Path dataFolder) {
        Path file = dataFolder.resolve(NAME);
        if (configured.isEmpty() && !Files.exists(file)) {
            throw new DatabaseStartException("there is no " + file + ", which the other servers on this data directory"
                    + " have: put it back, or set GUILDHALL_SECRET_KEY");
        }
        return open(configured, dataFolder);
    }

    /**
     * Checks the key of an installation that stores everything in memory. A missing key is not created.
     *
     * @throws DatabaseStartException as {@link #open}
     */
    public static void check(Optional<String> configured, Path dataFolder) {
        if (configured.isPresent() || Files.exists(dataFolder.resolve(NAME))) {
            open(configured, dataFolder);
        }
    }

    public static SecretBox box(String origin, String text) {
        try {
            byte[] key = Base64.getDecoder().decode(text.strip());
            if (key.length == SecretBox.KEY_BYTES) {
                return new SecretBox(key);
            }
        } catch (IllegalArgumentException notBase64) {
            // The decoder's message would contain parts of the key, so the message below replaces it.
        }
        throw new DatabaseStartException(origin + " must be base64 of " + SecretBox.KEY_BYTES + " bytes");
    }

    public static String randomKey() {
        byte[] key = new byte[SecretBox.KEY_BYTES];
        new SecureRandom().nextBytes(key);
        return Base64.getEncoder().encodeToString(key);
    }
}
