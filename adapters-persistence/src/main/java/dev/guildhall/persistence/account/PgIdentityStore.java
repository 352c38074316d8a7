package dev.guildhall.persistence.account;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Erasure;
import dev.guildhall.persistence.db.Rows;
import dev.guildhall.ports.IdentityId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.oauth.IdentityKey;
import dev.guildhall.ports.oauth.IdentityStore;
import dev.guildhall.ports.oauth.LinkedIdentity;
import dev.guildhall.ports.oauth.ProviderName;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.statement.StatementContext;

/**
 * Identities in PostgreSQL. When two transactions add the same issuer and subject, the unique index admits one of them.
 */
public final class PgIdentityStore implements IdentityStore {
    private final Db db;

    public PgIdentityStore(Db db) {
        this.db = db;
    }

    @Override
    public boolean add(LinkedIdentity identity) {
        String sql = """
            INSERT INTO identities (id, user_id, provider, issuer, subject, linked_at)
            VALUES (:id, :userId, :provider, :key.issuer, :key.subject, :linkedAt)
            ON CONFLICT (issuer, subject) DO NOTHING
            """;
        return db.update(sql, identity) == 1;
    }

    @Override
    public Optional<LinkedIdentity> find(IdentityKey key) {
        return db.find(
                "SELECT * FROM identities WHERE issuer = :issuer AND subject = :subject",
                Map.of("issuer", key.issuer(), "subject", key.subject()),
                PgIdentityStore::identity);
    }

    @Override
    public List<LinkedIdentity> ofUser(UserId userId) {
        String sql = "SELECT * FROM identities WHERE user_id = :userId ORDER BY linked_at, id";
        return db.list(sql, Map.of("userId", userId), PgIdentityStore::identity);
    }

    @Override
    public void remove(IdentityId id) {
        db.update("DELETE FROM identities WHERE id = :id", Map.of("id", id));
    }

    private static LinkedIdentity identity(ResultSet row, StatementContext context) throws SQLException {
        return new LinkedIdentity(
                new IdentityId(row.getString("id")),
                new UserId(row.getString("user_id")),
                new ProviderName(row.getString("provider")),
                new IdentityKey(row.getString("issuer"), row.getString("subject")),
                Rows.instant(row, "linked_at"));
    }

    @Override
    public int erase(UserId user, int most) {
        return new Erasure(db, user, most).from("identities", "user_id").removed();
    }
}
