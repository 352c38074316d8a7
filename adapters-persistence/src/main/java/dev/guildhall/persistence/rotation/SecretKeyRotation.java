package dev.guildhall.persistence.rotation;

import dev.guildhall.persistence.db.DatabaseStartException;
import dev.guildhall.persistence.db.DatabaseUrl;
import dev.guildhall.persistence.embedded.PrivateFile;
import dev.guildhall.persistence.secret.SecretBox;
import dev.guildhall.persistence.secret.SecretKeyFile;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Puts another key in the place of the one that a database's secrets are sealed with. Nothing may run on the database
 * meanwhile. With a key in a file there are four steps, and wherever the machine stops between them the next start, or
 * the same command again, goes on: {@code secret.key.new} is written; the database changes in one transaction; the file
 * takes the place of {@code secret.key}, whose text stays in {@code secret.key.old}; all secrets are opened once more,
 * and the old key is deleted. A {@code secret.key.new} is never deleted, for as long as the outcome of the transaction
 * is not known it may be the only key there is. Blocks. Thread-safe, but not for one folder at once.
 */
public final class SecretKeyRotation {
    private static final Logger LOG = System.getLogger(SecretKeyRotation.class.getName());

    private final SecretReencryption database;
    private final Path current;
    private final Path next;
    private final Path former;

    /**
     * For one installation.
     *
     * @param dataFolder where the key's file is, if there is one
     */
    public SecretKeyRotation(DatabaseUrl url, Path dataFolder) {
        this.database = new SecretReencryption(url);
        this.current = dataFolder.resolve(SecretKeyFile.NAME);
        this.next = dataFolder.resolve(SecretKeyFile.NAME + ".new");
        this.former = dataFolder.resolve(SecretKeyFile.NAME + ".old");
    }

    /**
     * Puts one configured key in the place of another; no file is touched. Done already, it does nothing.
     *
     * @param from base64 of the old key
     * @param to base64 of the new key
     * @return how many secrets there are
     * @throws DatabaseStartException when it does not work, with nothing changed; no key is in the message
     */
    public int configured(String from, String to) {
        int secrets = database.run(SecretKeyFile.box("GUILDHALL_SECRET_KEY", from), newKey(to));
        database.verify(newKey(to));
        return secrets;
    }

    /**
     * Puts a new key in the place of the one in the file.
     *
     * @param wanted base64 of the new key; absent means one that is made
     * @return how many secrets there are
     * @throws DatabaseStartException when it does not work; no key is in the message
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
     * Goes on with a rotation that came to no end: the key that the database has becomes the one in the file. Without
     * one it does nothing, at the price of looking for two files. Done before the key is read at a start.
     *
     * @throws DatabaseStartException when the key's file is missing and the database holds secrets that it has sealed
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

    /** The old key goes when every secret opens with the one that is in the file now. */
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
