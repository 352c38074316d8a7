package dev.guildhall.persistence;

import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** What a database knows of the installation that it belongs to. */
final class Installation {
    private static final String CHECK = "installation";
    private static final String PURPOSE = "secret-check";

    private Installation() {}

    /** Refuses a key that is not the one that this database's secrets are sealed with. The first key that comes is taken. */
    static void verifyKey(Db db, SecretBox box) {
        String sealed = db.with(Installation::check)
                .or(() -> db.with(handle -> {
                    mark(handle, box.seal(CHECK, PURPOSE));
                    return check(handle);
                }))
                .orElseThrow();
        try {
            box.open(sealed, PURPOSE);
        } catch (SecretBoxException wrongKey) {
            throw new DatabaseStartException(
                    "this database was made with another secret key: put back the one it had"
                            + " (GUILDHALL_SECRET_KEY, or secret.key in the data folder)",
                    wrongKey);
        }
    }

    private static Optional<String> check(Handle handle) {
        return handle.createQuery("SELECT secret_check FROM installation WHERE id = 1")
                .mapTo(String.class)
                .findOne();
    }

    /** Of two that open a new database at once one wins, and both read it. */
    private static void mark(Handle handle, String sealed) {
        handle.createUpdate("INSERT INTO installation (id, secret_check) VALUES (1, :sealed) ON CONFLICT DO NOTHING")
                .bind("sealed", sealed)
                .execute();
    }
}
