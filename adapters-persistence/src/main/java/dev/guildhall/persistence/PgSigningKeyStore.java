package dev.guildhall.persistence;

import dev.guildhall.ports.account.SigningKey;
import dev.guildhall.ports.account.SigningKeyStore;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jdbi.v3.core.statement.StatementContext;

/** Signing keys in PostgreSQL, their private parts sealed. Thread-safe. */
final class PgSigningKeyStore implements SigningKeyStore {
    private final Db db;
    private final SecretBox box;

    PgSigningKeyStore(Db db, SecretBox box) {
        this.db = db;
        this.box = box;
    }

    @Override
    public void add(SigningKey key) {
        String sql = """
            INSERT INTO signing_keys (key_id, sealed_private_key, public_key, created_at)
            VALUES (:keyId, :sealedPrivateKey, :publicKey, :createdAt)
            """;
        db.with(handle -> handle.createUpdate(sql)
                .bind("keyId", key.keyId())
                .bind("sealedPrivateKey", box.seal(key.privateKey(), purpose(key.keyId())))
                .bind("publicKey", key.publicKey())
                .bind("createdAt", key.createdAt())
                .execute());
    }

    @Override
    public List<SigningKey> all() {
        return db.with(handle -> handle.createQuery("SELECT * FROM signing_keys ORDER BY created_at DESC, key_id DESC")
                .map(this::key)
                .list());
    }

    private SigningKey key(ResultSet row, StatementContext context) throws SQLException {
        String keyId = row.getString("key_id");
        return new SigningKey(
                keyId,
                box.open(row.getString("sealed_private_key"), purpose(keyId)),
                row.getString("public_key"),
                Rows.instant(row, "created_at"));
    }

    private static String purpose(String keyId) {
        return "signing-key:" + keyId;
    }
}
