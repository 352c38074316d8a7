package dev.guildhall.persistence.account;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Erasure;
import dev.guildhall.persistence.db.Rows;
import dev.guildhall.ports.ApiKeyId;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.RateLimit;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.apikey.ApiKey;
import dev.guildhall.ports.apikey.ApiKeyHash;
import dev.guildhall.ports.apikey.ApiKeyName;
import dev.guildhall.ports.apikey.ApiKeyScope;
import dev.guildhall.ports.apikey.ApiKeyStore;
import dev.guildhall.ports.apikey.LiveApiKey;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jdbi.v3.core.statement.StatementContext;

public final class PgApiKeyStore implements ApiKeyStore {
    private static final String LIVE = """
        SELECT k.*, %s,
            coalesce(CASE WHEN g.id IS NOT NULL THEN coalesce(maker.id, (
                SELECT p.user_id FROM group_members m JOIN profiles p ON p.id = m.profile_id
                WHERE m.group_id = g.id AND m.role = 'owner' ORDER BY m.joined_at, m.id LIMIT 1
            )) END, k.user_id) AS counts_for
        FROM api_keys k JOIN accounts u ON u.id = k.user_id
            LEFT JOIN groups g ON g.service_account_id = k.user_id
            LEFT JOIN accounts maker ON maker.id = k.made_by AND NOT maker.disabled
        WHERE (k.expires_at IS NULL OR k.expires_at > :now) AND
        """.formatted(PgAccountStore.JOINED);

    private static final String FORGET_MAKER = """
        UPDATE api_keys SET made_by = NULL WHERE id = ANY(ARRAY(
            SELECT id FROM api_keys WHERE made_by = :id LIMIT :most FOR UPDATE))
        """;

    private final Db db;

    public PgApiKeyStore(Db db) {
        this.db = db;
    }

    @Override
    public void add(ApiKey key, ApiKeyHash hash) {
        String sql = """
            INSERT INTO api_keys (id, user_id, made_by, name, prefix, hash, created_at, expires_at, last_used_at, services, tools,
                models, requests_per_minute, tokens_per_minute, limit_amount, limit_currency, limit_period)
            VALUES (:id, :userId, :maker, :name, :prefix, :hash, :createdAt, :expiresAt, :lastUsedAt, :scope.services,
                :scope.tools, :scope.models, :limits.requests.perMinute, :limits.tokens.perMinute, :amount, :currency, :period)
            """;
        Map<String, Object> values =
                new HashMap<>(PgAccountStore.columns(key.limits().budget()));
        values.put("hash", hash);
        db.update(sql, values, key);
    }

    @Override
    public Optional<ApiKey> find(ApiKeyId id) {
        return db.find("SELECT * FROM api_keys WHERE id = :id", Map.of("id", id), PgApiKeyStore::key);
    }

    @Override
    public Optional<LiveApiKey> live(ApiKeyHash hash, Instant now) {
        return db.find(LIVE + "k.hash = :hash", Map.of("hash", hash, "now", now), PgApiKeyStore::withAccount);
    }

    @Override
    public List<LiveApiKey> live(Collection<ApiKeyId> ids, Instant now) {
        return db.list(LIVE + "k.id = ANY(:ids)", Map.of("ids", ids, "now", now), PgApiKeyStore::withAccount);
    }

    @Override
    public Page<ApiKey> list(Optional<UserId> userId, PageRequest page) {
        String sql = """
            SELECT * FROM api_keys
            WHERE (CAST(:userId AS text) IS NULL OR user_id = :userId) AND (CAST(:behind AS text) IS NULL OR id < :behind)
            ORDER BY id DESC LIMIT :oneMore
            """;
        return Page.cut(db.oneMore(sql, Map.of("userId", userId), page, PgApiKeyStore::key), page.limit(), ApiKey::id);
    }

    @Override
    public int count(UserId userId) {
        return db.one("SELECT count(*) FROM api_keys WHERE user_id = :userId", Map.of("userId", userId), Integer.class);
    }

    @Override
    public void change(ApiKey key) {
        String sql = """
            UPDATE api_keys SET name = :name, requests_per_minute = :limits.requests.perMinute,
                tokens_per_minute = :limits.tokens.perMinute, limit_amount = :amount, limit_currency = :currency,
                limit_period = :period
            WHERE id = :id
            """;
        db.update(sql, PgAccountStore.columns(key.limits().budget()), key);
    }

    @Override
    public boolean remove(ApiKeyId id) {
        return db.update("DELETE FROM api_keys WHERE id = :id", Map.of("id", id)) == 1;
    }

    @Override
    public List<ApiKeyId> removeAll(UserId userId) {
        return db.list(
                "DELETE FROM api_keys WHERE user_id = :user RETURNING id", Map.of("user", userId), ApiKeyId.class);
    }

    /** One short statement a key: no node holds the locks of several rows. */
    @Override
    public void noteUses(Map<ApiKeyId, Instant> uses) {
        String sql = "UPDATE api_keys SET last_used_at = greatest(last_used_at, :at) WHERE id = :id";
        uses.forEach((id, at) -> db.update(sql, Map.of("id", id, "at", at)));
    }

    private static LiveApiKey withAccount(ResultSet row, StatementContext context) throws SQLException {
        return new LiveApiKey(key(row, context), PgAccountStore.joined(row), new UserId(row.getString("counts_for")));
    }

    private static ApiKey key(ResultSet row, StatementContext context) throws SQLException {
        return new ApiKey(
                new ApiKeyId(row.getString("id")),
                new UserId(row.getString("user_id")),
                Rows.optionalText(row, "made_by").map(UserId::new),
                new ApiKeyName(row.getString("name")),
                row.getString("prefix"),
                Rows.instant(row, "created_at"),
                Rows.optionalInstant(row, "expires_at"),
                Rows.optionalInstant(row, "last_used_at"),
                new ApiKeyScope(names(row, "services"), names(row, "tools"), names(row, "models")),
                new Caller.Key.Limits(
                        new RateLimit(row.getInt("requests_per_minute")),
                        new RateLimit(row.getInt("tokens_per_minute")),
                        PgAccountStore.budget(row, "limit")));
    }

    private static Optional<Set<String>> names(ResultSet row, String column) throws SQLException {
        return row.getArray(column) == null ? Optional.empty() : Optional.of(Set.copyOf(Rows.texts(row, column)));
    }

    @Override
    public int erase(UserId user, int most) {
        return new Erasure(db, user, most)
                .from("api_keys", "user_id")
                .and(FORGET_MAKER)
                .removed();
    }
}
