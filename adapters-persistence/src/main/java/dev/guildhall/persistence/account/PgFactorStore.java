package dev.guildhall.persistence.account;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Erasure;
import dev.guildhall.persistence.db.Rows;
import dev.guildhall.persistence.secret.SecretBox;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.Factor;
import dev.guildhall.ports.account.FactorId;
import dev.guildhall.ports.account.FactorKind;
import dev.guildhall.ports.account.FactorStore;
import dev.guildhall.ports.passkey.Base64Url;
import dev.guildhall.ports.passkey.Passkey;
import dev.guildhall.ports.passkey.PasskeyName;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.statement.StatementContext;

/** Second factors in PostgreSQL. Their secrets are encrypted, recovery codes are hashed. */
public final class PgFactorStore implements FactorStore {
    private final Db db;
    private final SecretBox box;

    public PgFactorStore(Db db, SecretBox box) {
        this.db = db;
        this.box = box;
    }

    @Override
    public boolean add(Factor factor) {
        String sql = """
            INSERT INTO factors (id, user_id, kind, sealed_secret, name, credential_id, public_key, transports,
                counter, is_confirmed, created_at, last_used_at)
            SELECT :id, :userId, :kind, :sealedSecret, :name, :credentialId, :publicKey, :transports,
                :counter, :isConfirmed, :createdAt, :lastUsedAt
            WHERE EXISTS (SELECT FROM accounts WHERE id = :userId)
            ON CONFLICT (credential_id) DO NOTHING
            """;
        Optional<Passkey> passkey = factor.passkey();
        return db.update(
                        sql,
                        Map.of(
                                "sealedSecret",
                                factor.secret()
                                        .map(secret -> box.seal(
                                                secret, purpose(factor.id().value()))),
                                "name",
                                passkey.map(one -> one.name().value()),
                                "credentialId",
                                passkey.map(one -> one.credentialId().value()),
                                "publicKey",
                                passkey.map(one -> one.publicKey().value()),
                                "transports",
                                passkey.map(Passkey::transports).orElse(List.of())),
                        factor)
                == 1;
    }

    @Override
    public List<Factor> ofUser(UserId userId) {
        return db.list("SELECT * FROM factors WHERE user_id = :user ORDER BY id", Map.of("user", userId), this::factor);
    }

    private Factor factor(ResultSet row, StatementContext context) throws SQLException {
        String id = row.getString("id");
        return new Factor(
                new FactorId(id),
                new UserId(row.getString("user_id")),
                Rows.optionalText(row, "sealed_secret").map(envelope -> box.open(envelope, purpose(id))),
                passkey(row),
                row.getLong("counter"),
                row.getBoolean("is_confirmed"),
                Rows.instant(row, "created_at"),
                Rows.optionalInstant(row, "last_used_at"));
    }

    private static Optional<Passkey> passkey(ResultSet row) throws SQLException {
        return FactorKind.fromWire(row.getString("kind")) == FactorKind.TOTP
                ? Optional.empty()
                : Optional.of(new Passkey(
                        new PasskeyName(row.getString("name")),
                        new Base64Url(row.getString("credential_id")),
                        new Base64Url(row.getString("public_key")),
                        Rows.texts(row, "transports")));
    }

    public static String purpose(String... id) {
        return "factor:" + id[0];
    }

    @Override
    public boolean accept(FactorId id, long counter, Instant now) {
        String sql = """
            UPDATE factors SET counter = :counter, is_confirmed = true, last_used_at = :now
            WHERE id = :id AND (counter < :counter OR counter = 0 AND :counter = 0)
            """;
        return db.update(sql, Map.of("id", id, "counter", counter, "now", now)) == 1;
    }

    @Override
    public void remove(FactorId id) {
        db.update("DELETE FROM factors WHERE id = :id", Map.of("id", id));
    }

    @Override
    public void setRecoveryCodes(UserId userId, Collection<String> hashes) {
        String sql = """
            INSERT INTO recovery_codes (user_id, hash)
            SELECT :user, hash FROM unnest(:hashes) AS hash WHERE EXISTS (SELECT FROM accounts WHERE id = :user)
            """;
        db.inTransaction(() -> {
            db.update("DELETE FROM recovery_codes WHERE user_id = :user", Map.of("user", userId));
            return db.update(sql, Map.of("user", userId, "hashes", List.copyOf(hashes)));
        });
    }

    @Override
    public boolean takeRecoveryCode(UserId userId, String hash) {
        String sql = "DELETE FROM recovery_codes WHERE user_id = :user AND hash = :hash";
        return db.update(sql, Map.of("user", userId, "hash", hash)) == 1;
    }

    @Override
    public int countRecoveryCodes(UserId userId) {
        return db.one(
                "SELECT count(*) FROM recovery_codes WHERE user_id = :user", Map.of("user", userId), Integer.class);
    }

    @Override
    public int erase(UserId user, int most) {
        return new Erasure(db, user, most)
                .from("factors", "user_id")
                .from("recovery_codes", "user_id")
                .removed();
    }
}
