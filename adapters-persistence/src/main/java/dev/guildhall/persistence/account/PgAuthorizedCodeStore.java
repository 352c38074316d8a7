package dev.guildhall.persistence.account;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Erasure;
import dev.guildhall.persistence.db.Rows;
import dev.guildhall.ports.SessionId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.authorization.AuthorizedCode;
import dev.guildhall.ports.authorization.AuthorizedCodeStore;
import dev.guildhall.ports.authorization.ClientRedirect;
import dev.guildhall.ports.authorization.CodeChallenge;
import dev.guildhall.ports.authorization.TakenCode;
import dev.guildhall.ports.session.ClientId;
import dev.guildhall.ports.session.ConnectedClient;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

public final class PgAuthorizedCodeStore implements AuthorizedCodeStore {
    private static final String ADD = """
        INSERT INTO authorized_codes
            (hash, session_id, user_id, client_id, client_name, redirect, challenge, expires_at)
        VALUES (:hash, :sessionId, :userId, :client.id, :client.name, :redirect, :challenge, :expiresAt)
        """;
    /** Of several concurrent calls the first gets the row lock; the others wait for the end of its transaction. */
    private static final String TAKE = """
        UPDATE authorized_codes SET taken = true WHERE hash = :hash AND NOT taken RETURNING *
        """;

    private final Db db;

    public PgAuthorizedCodeStore(Db db) {
        this.db = db;
    }

    @Override
    public void add(AuthorizedCode code) {
        db.update(ADD, code);
    }

    @Override
    public Optional<TakenCode> take(String hash) {
        return db.find(TAKE, Map.of("hash", hash), (row, _) -> new TakenCode(code(row), true))
                .or(() -> db.find(
                        "SELECT * FROM authorized_codes WHERE hash = :hash",
                        Map.of("hash", hash),
                        (row, _) -> new TakenCode(code(row), false)));
    }

    private static AuthorizedCode code(ResultSet row) throws SQLException {
        return new AuthorizedCode(
                row.getString("hash"),
                new SessionId(row.getString("session_id")),
                new UserId(row.getString("user_id")),
                new ConnectedClient(new ClientId(row.getString("client_id")), row.getString("client_name")),
                new ClientRedirect(row.getString("redirect")),
                new CodeChallenge(row.getString("challenge")),
                Rows.instant(row, "expires_at"));
    }

    @Override
    public void removeOf(UserId userId) {
        db.update("DELETE FROM authorized_codes WHERE user_id = :userId AND NOT taken", Map.of("userId", userId));
    }

    @Override
    public int sweep(Instant before, int most) {
        String sql = """
            DELETE FROM authorized_codes WHERE hash = ANY(ARRAY(
                SELECT hash FROM authorized_codes WHERE expires_at < :before LIMIT :most FOR UPDATE SKIP LOCKED))
            """;
        return db.update(sql, Map.of("before", before, "most", most));
    }

    @Override
    public int erase(UserId user, int most) {
        return new Erasure(db, user, most).from("authorized_codes", "user_id").removed();
    }
}
