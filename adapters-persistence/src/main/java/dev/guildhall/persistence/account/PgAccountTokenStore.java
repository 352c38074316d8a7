package dev.guildhall.persistence.account;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Erasure;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.AccountToken;
import dev.guildhall.ports.account.AccountTokenStore;
import dev.guildhall.ports.account.TokenKind;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

public final class PgAccountTokenStore implements AccountTokenStore {
    private static final String USABLE = "hash = :hash AND kind = :kind AND expires_at > :now";

    private final Db db;

    public PgAccountTokenStore(Db db) {
        this.db = db;
    }

    @Override
    public void add(AccountToken token) {
        String sql = """
            INSERT INTO account_tokens (hash, kind, user_id, email, expires_at)
            SELECT :hash, :kind, :userId, :email, :expiresAt
            WHERE CAST(:userId AS text) IS NULL OR EXISTS (SELECT FROM accounts WHERE id = :userId)
            """;
        db.update(sql, token);
    }

    @Override
    public Optional<AccountToken> find(String hash, TokenKind kind, Instant now) {
        return db.find("SELECT * FROM account_tokens WHERE " + USABLE, values(hash, kind, now), AccountToken.class);
    }

    @Override
    public Optional<AccountToken> take(String hash, TokenKind kind, Instant now) {
        return db.find(
                "DELETE FROM account_tokens WHERE " + USABLE + " RETURNING *",
                values(hash, kind, now),
                AccountToken.class);
    }

    private static Map<String, ?> values(String hash, TokenKind kind, Instant now) {
        return Map.of("hash", hash, "kind", kind, "now", now);
    }

    @Override
    public void removeOf(UserId userId, TokenKind kind) {
        db.update(
                "DELETE FROM account_tokens WHERE user_id = :user AND kind = :kind",
                Map.of("user", userId, "kind", kind));
    }

    @Override
    public int sweep(Instant before, int most) {
        String sql = """
            DELETE FROM account_tokens WHERE hash = ANY(ARRAY(
                SELECT hash FROM account_tokens WHERE expires_at < :before LIMIT :most FOR UPDATE SKIP LOCKED))
            """;
        return db.update(sql, Map.of("before", before, "most", most));
    }

    @Override
    public int erase(UserId user, int most) {
        return new Erasure(db, user, most).from("account_tokens", "user_id").removed();
    }
}
