package dev.guildhall.persistence.rotation;

import dev.guildhall.persistence.config.DatabaseStartException;
import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.secret.SecretBox;
import dev.guildhall.persistence.secret.SecretBoxException;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** The data that a database stores about its installation. */
public final class Installation {
    private static final String CHECK = "installation";
    private static final String PURPOSE = "secret-check";

    private Installation() {}

    /**
     * Refuses a key that did not encrypt this database's secrets. A database without a key adopts the first one, unless
     * it has secrets that this key does not open. {@link SecretBox#NONE} is refused where there are secrets, and adopted by
     * no database.
     */
    public static void verifyKey(Db db, SecretBox box) {
        if (box == SecretBox.NONE) {
            requireNoSecrets(db);
            return;
        }
        db.atomically(handle -> takeFirst(handle, box));
        if (!db.with(handle -> isSealedWith(handle, box))) {
            throw anotherKey();
        }
    }

    private static void requireNoSecrets(Db db) {
        if (db.with(Installation::isSealed)) {
            throw new DatabaseStartException("this database has secrets: open it with the SecretBox of their key");
        }
    }

    /** Whether this is the key of the database; false when the database has none yet. */
    static boolean isSealedWith(Handle handle, SecretBox box) {
        return check(handle).filter(envelope -> opens(box, envelope)).isPresent();
    }

    /** Whether this is the key that a check value was made with. */
    public static boolean opens(SecretBox box, String envelope) {
        try {
            return box.open(envelope, PURPOSE).equals(CHECK);
        } catch (SecretBoxException wrongKey) {
            return false;
        }
    }

    static DatabaseStartException anotherKey() {
        return new DatabaseStartException("this database was made with another secret key: put back the one it had"
                + " (GUILDHALL_SECRET_KEY, or secret.key in the data folder)");
    }

    /** The check value of the database's key; empty when it has none yet. */
    public static Optional<String> check(Handle handle) {
        return handle.createQuery("SELECT secret_check FROM installation WHERE id = 1")
                .mapTo(String.class)
                .findOne();
    }

    /** Whether the database has a key or encrypted secrets. */
    static boolean isSealed(Handle handle) {
        return check(handle).isPresent() || SealedColumn.ALL.stream().anyMatch(column -> column.isFilled(handle));
    }

    /**
     * Stores the check value of a key in a database that has none. When two nodes write at once, one of them wins, and
     * both read its value.
     */
    static boolean takeFirst(Handle handle, SecretBox box) {
        return check(handle).isEmpty() && mark(handle, box) == 1;
    }

    private static int mark(Handle handle, SecretBox box) {
        try {
            SealedColumn.ALL.forEach(column -> column.verify(handle, box));
        } catch (SecretBoxException wrongKey) {
            throw anotherKey();
        }
        return handle.createUpdate(
                        "INSERT INTO installation (id, secret_check) VALUES (1, :sealed) ON CONFLICT DO NOTHING")
                .bind("sealed", box.seal(CHECK, PURPOSE))
                .execute();
    }

    /** Replaces the check value of the database's key. */
    static void updateMarker(Handle handle, SecretBox box) {
        handle.createUpdate("UPDATE installation SET secret_check = :sealed WHERE id = 1")
                .bind("sealed", box.seal(CHECK, PURPOSE))
                .execute();
    }
}
