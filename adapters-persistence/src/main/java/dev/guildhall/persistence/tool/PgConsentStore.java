package dev.guildhall.persistence.tool;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Erasure;
import dev.guildhall.persistence.db.Rows;
import dev.guildhall.persistence.secret.SecretBox;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.connection.Connection;
import dev.guildhall.ports.connection.ConsentStore;
import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.connection.PendingConsent;
import dev.guildhall.ports.oauth.RedirectUri;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.statement.StatementContext;

/** Connections that wait for a consent, in PostgreSQL. Their verifiers and registrations are encrypted. */
public final class PgConsentStore implements ConsentStore {
    private static final String ADD = """
        INSERT INTO consents (state_hash, user_id, integration, redirect_uri, scopes, sealed_verifier, expires_at,
            sealed_registration)
        VALUES (:stateHash, :userId, :integration, :redirectUri, :scopes, :sealedVerifier, :expiresAt,
            :sealedRegistration)
        """;
    /** Skips rows that another transaction is deleting: two sweeps at once neither wait for each other nor deadlock. */
    private static final String FORGET = """
        DELETE FROM consents WHERE state_hash IN (
            SELECT state_hash FROM consents
            WHERE state_hash <> :stateHash AND (expires_at <= :now OR state_hash IN (
                SELECT state_hash FROM consents WHERE user_id = :userId
                ORDER BY state_hash = :stateHash DESC, expires_at DESC, state_hash OFFSET :most))
            FOR UPDATE SKIP LOCKED)
        """;

    private final Db db;
    private final SecretBox box;

    public PgConsentStore(Db db, SecretBox box) {
        this.db = db;
        this.box = box;
    }

    @Override
    public void add(PendingConsent pending, Instant now, int most) {
        Connection.Key key = pending.key();
        String[] keys = {key.userId().value(), key.integration().value(), pending.stateHash()};
        Optional<String> registration = pending.registration().map(text -> box.seal(text, registrationPurpose(keys)));
        Map<String, ?> sealed = Map.of(
                "sealedVerifier", box.seal(pending.verifier(), purpose(keys)), "sealedRegistration", registration);
        db.inTransaction(() -> db.update(ADD, sealed, pending, key)
                + db.update(
                        FORGET,
                        Map.of("stateHash", pending.stateHash(), "userId", key.userId(), "now", now, "most", most)));
    }

    @Override
    public Optional<PendingConsent> find(String stateHash, Instant now) {
        String sql = "SELECT * FROM consents WHERE state_hash = :stateHash AND expires_at > :now";
        return db.find(sql, Map.of("stateHash", stateHash, "now", now), this::pending);
    }

    @Override
    public Optional<PendingConsent> take(String stateHash, Instant now) {
        String sql = "DELETE FROM consents WHERE state_hash = :stateHash RETURNING *";
        return db.find(sql, Map.of("stateHash", stateHash), this::pending)
                .filter(pending -> now.isBefore(pending.expiresAt()));
    }

    @Override
    public void removeAll(Integration.Key integration, Collection<UserId> apart) {
        db.update("DELETE FROM consents WHERE " + PgConnectionStore.AT, PgConnectionStore.at(integration, apart));
    }

    private PendingConsent pending(ResultSet row, StatementContext context) throws SQLException {
        String owner = row.getString("user_id");
        String integration = row.getString("integration");
        String stateHash = row.getString("state_hash");
        return new PendingConsent(
                stateHash,
                new Connection.Key(new UserId(owner), new IntegrationName(integration)),
                new RedirectUri(row.getString("redirect_uri")),
                Rows.scopes(row, "scopes"),
                box.open(row.getString("sealed_verifier"), purpose(owner, integration, stateHash)),
                Rows.instant(row, "expires_at"),
                Rows.optionalText(row, "sealed_registration")
                        .map(envelope -> box.open(envelope, registrationPurpose(owner, integration, stateHash))));
    }

    public static String purpose(String... key) {
        return "consent:" + String.join(":", key);
    }

    public static String registrationPurpose(String... key) {
        return "consent:" + String.join(":", key) + ":registration";
    }

    @Override
    public int erase(UserId user, int most) {
        return new Erasure(db, user, most).from("consents", "user_id").removed();
    }
}
