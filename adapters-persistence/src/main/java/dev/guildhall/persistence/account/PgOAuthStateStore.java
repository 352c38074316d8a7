package dev.guildhall.persistence.account;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Erasure;
import dev.guildhall.persistence.db.Rows;
import dev.guildhall.persistence.secret.SecretBox;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.oauth.OAuthProof;
import dev.guildhall.ports.oauth.OAuthStateHash;
import dev.guildhall.ports.oauth.OAuthStateStore;
import dev.guildhall.ports.oauth.PendingOAuth;
import dev.guildhall.ports.oauth.ProviderName;
import dev.guildhall.ports.oauth.RedirectUri;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.statement.StatementContext;

/** Sign-ins that have begun, in PostgreSQL. Their verifiers are encrypted. */
public final class PgOAuthStateStore implements OAuthStateStore {
    private static final String ADD = """
        INSERT INTO oauth_states (hash, provider, redirect_uri, sealed_verifier, nonce, user_id, expires_at)
        VALUES (:hash, :provider, :redirectUri, :sealedVerifier, :proof.nonce, :owner, :expiresAt)
        """;
    /** Skips rows that another transaction is deleting: two sweeps at once neither wait for each other nor deadlock. */
    private static final String FORGET = """
        DELETE FROM oauth_states WHERE hash IN (
            SELECT hash FROM oauth_states
            WHERE hash <> :hash AND (expires_at <= :now OR expires_at <= (
                SELECT expires_at FROM oauth_states ORDER BY expires_at DESC OFFSET :most LIMIT 1))
            FOR UPDATE SKIP LOCKED)
        """;

    private final Db db;
    private final SecretBox box;

    public PgOAuthStateStore(Db db, SecretBox box) {
        this.db = db;
        this.box = box;
    }

    @Override
    public void add(PendingOAuth pending, Instant now, int most) {
        String verifier =
                box.seal(pending.proof().verifier(), purpose(pending.hash().value()));
        db.inTransaction(() -> db.update(ADD, Map.of("sealedVerifier", verifier), pending)
                + db.update(FORGET, Map.of("hash", pending.hash(), "now", now, "most", most)));
    }

    @Override
    public Optional<PendingOAuth> take(OAuthStateHash hash, Instant now) {
        String sql = "DELETE FROM oauth_states WHERE hash = :hash RETURNING *";
        return db.find(sql, Map.of("hash", hash), this::pending).filter(pending -> now.isBefore(pending.expiresAt()));
    }

    private PendingOAuth pending(ResultSet row, StatementContext context) throws SQLException {
        String hash = row.getString("hash");
        String verifier = box.open(row.getString("sealed_verifier"), purpose(hash));
        return new PendingOAuth(
                new OAuthStateHash(hash),
                new ProviderName(row.getString("provider")),
                new RedirectUri(row.getString("redirect_uri")),
                new OAuthProof(verifier, row.getString("nonce")),
                Rows.optionalText(row, "user_id").map(UserId::new),
                Rows.instant(row, "expires_at"));
    }

    public static String purpose(String... hash) {
        return "oauth-state:" + hash[0];
    }

    @Override
    public int erase(UserId user, int most) {
        return new Erasure(db, user, most).from("oauth_states", "user_id").removed();
    }
}
