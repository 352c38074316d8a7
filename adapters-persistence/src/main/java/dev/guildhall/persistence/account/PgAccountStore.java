package dev.guildhall.persistence.account;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Rows;
import dev.guildhall.persistence.webchat.PgAnswerStore;
import dev.guildhall.ports.Budget;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.Role;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.Account;
import dev.guildhall.ports.account.AccountRights;
import dev.guildhall.ports.account.AccountStore;
import dev.guildhall.ports.account.Email;
import dev.guildhall.ports.account.PasswordHash;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Currency;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jdbi.v3.core.mapper.RowMapper;
import org.jspecify.annotations.Nullable;

/**
 * Accounts in PostgreSQL. When two transactions add the same address, the unique index admits one of them. Thread-safe.
 */
public final class PgAccountStore implements AccountStore {
    /**
     * Rows about users who may have no account have no foreign key, so they are deleted after the account's row: by
     * then the transactions that were writing such rows have ended, and no other can write more.
     */
    private static final List<String> FORGET = List.of(
            "DELETE FROM usage_entries WHERE user_id = :id",
            "DELETE FROM usage_days WHERE user_id = :id",
            "DELETE FROM task_queue WHERE owner = :id",
            "DELETE FROM ended_tasks WHERE owner = :id",
            "DELETE FROM workflows WHERE owner = :id",
            "DELETE FROM task_kinds WHERE owner = :id");

    private static final RowMapper<Account> ACCOUNT = (row, _) -> account(row, "id", "created_at");

    private final Db db;

    public PgAccountStore(Db db) {
        this.db = db;
    }

    @Override
    public boolean add(Account account) {
        String sql = """
            INSERT INTO users (id, email, email_verified, password_hash, active_profile_id, created_at, disabled, roles,
                budget_amount, budget_currency, budget_period)
            VALUES (:id, :email, :emailVerified, :passwordHash, :activeProfileId, :createdAt, :disabled, :roles,
                :amount, :currency, :period)
            ON CONFLICT (email) DO NOTHING
            """;
        Map<String, @Nullable Object> row = columns(account.id(), account.rights());
        row.put("email", account.email());
        row.put("emailVerified", account.emailVerified());
        row.put("passwordHash", account.passwordHash());
        row.put("activeProfileId", account.activeProfileId());
        row.put("createdAt", account.createdAt());
        return db.update(sql, row) == 1;
    }

    @Override
    public Optional<Account> find(UserId id) {
        return db.find("SELECT * FROM users WHERE id = :id", Map.of("id", id), ACCOUNT);
    }

    @Override
    public Set<UserId> existing(Collection<UserId> ids) {
        String[] texts = ids.stream().map(UserId::value).toArray(String[]::new);
        return Set.copyOf(db.list(
                "SELECT id FROM users WHERE id = ANY(:ids)",
                Map.of("ids", texts),
                (row, _) -> new UserId(row.getString("id"))));
    }

    /** NO KEY: inserting a row that refers to the account, such as a new session, does not wait for this lock. */
    @Override
    public Optional<Account> lock(UserId id) {
        return db.find("SELECT * FROM users WHERE id = :id FOR NO KEY UPDATE", Map.of("id", id), ACCOUNT);
    }

    @Override
    public Optional<Account> findByEmail(Email email) {
        return db.find("SELECT * FROM users WHERE email = :email", Map.of("email", email), ACCOUNT);
    }

    @Override
    public void setPasswordHash(UserId id, PasswordHash hash) {
        db.update("UPDATE users SET password_hash = :hash WHERE id = :id", Map.of("id", id, "hash", hash));
    }

    @Override
    public void setActiveProfile(UserId id, ProfileId profileId) {
        db.update(
                "UPDATE users SET active_profile_id = :profileId WHERE id = :id",
                Map.of("id", id, "profileId", profileId));
    }

    @Override
    public boolean remove(UserId id) {
        return db.inTransaction(() -> {
            db.exists("SELECT 1 FROM users WHERE id = :id FOR UPDATE", Map.of("id", id));
            PgAnswerStore.lockOfUser(db, id);
            int removed = db.update("DELETE FROM users WHERE id = :id", Map.of("id", id));
            FORGET.forEach(sql -> db.update(sql, Map.of("id", id)));
            return removed == 1;
        });
    }

    @Override
    public void setEmailVerified(UserId id) {
        db.update("UPDATE users SET email_verified = true WHERE id = :id", Map.of("id", id));
    }

    @Override
    public void setRights(UserId id, AccountRights rights) {
        String sql = """
            UPDATE users SET disabled = :disabled, roles = :roles, budget_amount = :amount, budget_currency = :currency,
                budget_period = :period
            WHERE id = :id
            """;
        db.update(sql, columns(id, rights));
    }

    private static Map<String, @Nullable Object> columns(UserId id, AccountRights rights) {
        Map<String, @Nullable Object> columns = new HashMap<>();
        columns.put("id", id);
        columns.put("disabled", rights.disabled());
        columns.put(
                "roles", rights.roles().stream().map(Role::wireName).sorted().toArray(String[]::new));
        columns.put("amount", rights.budget().map(Budget::amount).orElse(null));
        columns.put(
                "currency",
                rights.budget()
                        .map(budget -> budget.currency().getCurrencyCode())
                        .orElse(null));
        columns.put(
                "period",
                rights.budget().map(budget -> budget.period().wireName()).orElse(null));
        return columns;
    }

    private static AccountRights rights(ResultSet row) throws SQLException {
        Set<Role> roles = Rows.texts(row, "roles").stream()
                .flatMap(name -> Role.fromWire(name).stream())
                .collect(Collectors.toSet());
        return new AccountRights(row.getBoolean("disabled"), roles, budget(row, "budget"));
    }

    /** The budget in columns whose names begin so, and end in {@code _amount}, {@code _currency}, {@code _period}. */
    public static Optional<Budget> budget(ResultSet row, String columns) throws SQLException {
        BigDecimal amount = row.getBigDecimal(columns + "_amount");
        return amount == null
                ? Optional.empty()
                : Optional.of(new Budget(
                        amount,
                        Currency.getInstance(row.getString(columns + "_currency")),
                        Budget.Period.fromWire(row.getString(columns + "_period"))
                                .orElseThrow()));
    }

    /** Reads an account from a joined row, in which two columns have other names. */
    static Account joined(ResultSet row) throws SQLException {
        return account(row, "user_id", "registered_at");
    }

    private static Account account(ResultSet row, String id, String createdAt) throws SQLException {
        return new Account(
                new UserId(row.getString(id)),
                new Email(row.getString("email")),
                row.getBoolean("email_verified"),
                Rows.optionalText(row, "password_hash").map(PasswordHash::new),
                new ProfileId(row.getString("active_profile_id")),
                Rows.instant(row, createdAt),
                rights(row));
    }
}
