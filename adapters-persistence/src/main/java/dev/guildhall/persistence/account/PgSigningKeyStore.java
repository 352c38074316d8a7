package dev.guildhall.persistence.account;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Rows;
import dev.guildhall.persistence.secret.SecretBox;
import dev.guildhall.ports.key.KeyMaterial;
import dev.guildhall.ports.key.KeyPhase;
import dev.guildhall.ports.key.SigningKey;
import dev.guildhall.ports.key.SigningKeyStore;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.statement.StatementContext;

/** Signing keys in PostgreSQL. Their private parts are encrypted. */
public final class PgSigningKeyStore implements SigningKeyStore {
    private record Phase(String status, Optional<Instant> activeFrom, Optional<Instant> retiredAt) {
        static Phase of(KeyPhase phase) {
            return switch (phase) {
                case KeyPhase.Next ignored -> new Phase("next", Optional.empty(), Optional.empty());
                case KeyPhase.Active(Instant from) -> new Phase("active", Optional.of(from), Optional.empty());
                case KeyPhase.Retired(Instant from, Instant at) ->
                    new Phase("retired", Optional.of(from), Optional.of(at));
            };
        }

        static KeyPhase read(ResultSet row) throws SQLException {
            String status = row.getString("status");
            return switch (status) {
                case "next" -> new KeyPhase.Next();
                case "active" -> new KeyPhase.Active(Rows.instant(row, "active_from"));
                case "retired" ->
                    new KeyPhase.Retired(Rows.instant(row, "active_from"), Rows.instant(row, "retired_at"));
                default -> throw new IllegalStateException("no key has the status " + status);
            };
        }
    }

    private final Db db;
    private final SecretBox box;

    public PgSigningKeyStore(Db db, SecretBox box) {
        this.db = db;
        this.box = box;
    }

    @Override
    public void put(SigningKey key) {
        String sql = """
            INSERT INTO signing_keys
                (key_id, sealed_private_key, public_key, created_at, status, active_from, retired_at)
            VALUES (:keyId, :sealedPrivateKey, :material.publicKey, :createdAt, :status, :activeFrom, :retiredAt)
            ON CONFLICT (key_id) DO UPDATE
            SET status = excluded.status, active_from = excluded.active_from, retired_at = excluded.retired_at
            """;
        Phase phase = Phase.of(key.phase());
        Map<String, ?> values = Map.of(
                "sealedPrivateKey", box.seal(key.material().privateKey(), purpose(key.keyId())),
                "status", phase.status(),
                "activeFrom", phase.activeFrom(),
                "retiredAt", phase.retiredAt());
        db.update(sql, values, key);
    }

    @Override
    public void remove(String keyId) {
        db.update("DELETE FROM signing_keys WHERE key_id = :keyId", Map.of("keyId", keyId));
    }

    /** Locks the row of the installation, since there may be no key yet. */
    @Override
    public List<SigningKey> lock() {
        db.exists("SELECT 1 FROM installation WHERE id = 1 FOR NO KEY UPDATE", Map.of());
        return all();
    }

    @Override
    public List<SigningKey> all() {
        return db.list("SELECT * FROM signing_keys ORDER BY created_at DESC, key_id DESC", Map.of(), this::key);
    }

    private SigningKey key(ResultSet row, StatementContext context) throws SQLException {
        String keyId = row.getString("key_id");
        KeyMaterial material = new KeyMaterial(
                keyId, box.open(row.getString("sealed_private_key"), purpose(keyId)), row.getString("public_key"));
        return new SigningKey(material, Rows.instant(row, "created_at"), Phase.read(row));
    }

    public static String purpose(String... keyId) {
        return "signing-key:" + keyId[0];
    }
}
