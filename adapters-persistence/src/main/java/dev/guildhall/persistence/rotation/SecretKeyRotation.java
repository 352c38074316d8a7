package dev.guildhall.persistence.rotation;

import dev.guildhall.persistence.config.DatabaseStartException;
import dev.guildhall.persistence.config.DatabaseUrl;
import dev.guildhall.persistence.folder.PrivateFile;
import dev.guildhall.persistence.secret.SecretBox;
import dev.guildhall.persistence.secret.SecretKeyFile;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Replaces the key that encrypts a database's secrets. No node may use the database meanwhile. With a key in a file
 * there are four steps: {@code secret.key.new} is written; one transaction changes the database; that file replaces
 * {@code secret.key}, whose key is kept in {@code secret.key.old}; all secrets are opened with the new key, and the old
 * key is deleted. When the machine stops between two steps, the next start, or the same command, continues. The file
 * {@code secret.key.new} is never deleted: while the outcome of the transaction is unknown, it may have the only valid
 * key. Blocks. Thread-safe, but two instances must not use one folder at once.
 */
public final class SecretKeyRotation {
    private static final Logger LOG = System.getLogger(SecretKeyRotation.class.getName());

    private final SecretReencryption database;
    private final Path current;
    private final Path next;
    private final Path former;

    /**
     * Creates the rotation of an installation's key.
     *
     * @param dataFolder the folder of the key's file, if there is one
     */
    public SecretKeyRotation(DatabaseUrl url, Path dataFolder) {
        this.database = new SecretReencryption(url);
        this.current = dataFolder.resolve(SecretKeyFile.NAME);
        this.next = dataFolder.resolve(SecretKeyFile.NAME + ".new");
        this.former = dataFolder.resolve(SecretKeyFile.NAME + ".old");
    }

    /**
     * Replaces a configured key. It changes no file, and it changes nothing when the database already has the new key.
     *
     * @param from base64 of the old key
     * @param to base64 of the new key
     * @return the number of secrets
     * @throws DatabaseStartException when the rotation fails; the message contains no key
     */
    public int configured(String from, String to) {
        int secrets = database.run(SecretKeyFile.box("GUILDHALL_SECRET_KEY", from), newKey(to));
        database.verify(newKey(to));
        return secrets;
    }

    /**
     * Replaces the key in the file.
     *
     * @param wanted base64 of the new key; absent means a random one
     * @return the number of secrets
     * @throws DatabaseStartException when the rotation fails; the message contains no key
     */
    public int ofFile(Optional<String> wanted) {
        prepare(wanted);
        int secrets = reseal();
        promote();
        forget();
        return secrets;
    }

    private static SecretBox newKey(String text) {
        return SecretKeyFile.box("GUILDHALL_NEW_SECRET_KEY", text);
    }

    /**
     * Continues an interrupted rotation: the key that the database has is put into the file. Without an interrupted
     * rotation it only looks for two files. The server calls it at the start, before it reads the key.
     *
     * @throws DatabaseStartException when the key's file is missing and the database has secrets that this key
     *     encrypted
     */
    public void recover() {
        if (Files.exists(next) && database.isSealedWith(read(next))) {
            LOG.log(Level.INFO, "resuming an interrupted rotation of the secret key");
            promote();
        }
        if (Files.exists(former) && Files.exists(current) && database.isSealedWith(read(current))) {
            forget();
        }
        if (!Files.exists(current) && database.isSealed()) {
            throw new DatabaseStartException(
                    "there is no " + current + ", but the database holds secrets that are sealed"
                            + " with a key: put that key back there or into GUILDHALL_SECRET_KEY;"
                            + " all nodes of a database need the same key");
        }
    }

    void prepare(Optional<String> wanted) {
        if (!Files.exists(current)) {
            throw new DatabaseStartException("there is no " + current + " whose key could be replaced");
        }
        if (!Files.exists(next)) {
            String text = wanted.orElseGet(SecretKeyFile::randomKey);
            newKey(text);
            PrivateFile.replace(next, text.strip());
        } else if (wanted.filter(text -> !newKey(text).isUnderTheKeyOf(read(next)))
                .isPresent()) {
            throw new DatabaseStartException(next + " has another key, of an interrupted rotation: run this"
                    + " without GUILDHALL_NEW_SECRET_KEY first");
        }
    }

    int reseal() {
        return database.run(read(current), read(next));
    }

    void promote() {
        try {
            if (Files.exists(current)) {
                PrivateFile.replace(former, PrivateFile.read(current));
            }
            PrivateFile.move(next, current);
        } catch (IOException failed) {
            throw new DatabaseStartException(
                    "cannot put " + next + " in the place of " + current + ": " + failed, failed);
        }
    }

    /** Deletes the old key after every secret has been opened with the key that is in the file now. */
    void forget() {
        database.verify(read(current));
        try {
            PrivateFile.delete(former);
        } catch (IOException failed) {
            throw new DatabaseStartException("cannot delete " + former + ": " + failed, failed);
        }
    }

    private static SecretBox read(Path file) {
        try {
            return SecretKeyFile.box(file.toString(), PrivateFile.read(file));
        } catch (IOException unreadable) {
            throw new DatabaseStartException("cannot read " + file + ": " + unreadable, unreadable);
        }
    }
}
