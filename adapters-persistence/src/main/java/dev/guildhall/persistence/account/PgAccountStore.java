package dev.guildhall.persistence.account;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Erasure;
import dev.guildhall.persistence.db.Rows;
import dev.guildhall.ports.Budget;
import dev.guildhall.ports.Cursor;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.Role;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.Account;
import dev.guildhall.ports.account.AccountOverview;
import dev.guildhall.ports.account.AccountRights;
import dev.guildhall.ports.account.AccountStore;
import dev.guildhall.ports.account.DisplayName;
import dev.guildhall.ports.account.Email;
import dev.guildhall.ports.account.PasswordHash;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.Currency;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.mapper.RowMapper;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.StatementContext;

/**
 * Accounts in PostgreSQL. The view {@code accounts} has those that were not removed. When two transactions add the same
 * address, the unique index admits one of them.
 */
public final class PgAccountStore implements AccountStore {
    /** The columns of an account {@code u} that {@link #joined} reads beside {@code user_id}. */
    static final String JOINED = """
        u.email, u.email_verified, u.password_hash, u.active_profile_id, u.created_at AS registered_at,
            u.disabled, u.roles, u.budget_amount, u.budget_currency, u.budget_period
        """;

    private static final RowMapper<Account> ACCOUNT = (row, _) -> account(row, "id", "created_at");

    private static final String OVERVIEW = """
        SELECT u.*, p.display_name FROM accounts u JOIN profiles p ON p.id = u.active_profile_id
        """;

    /** The newest accounts up to the page's end, or those of the newest that contain a text without a trigram. */
    private static final String SCAN = """
        SELECT u.*, p.display_name
        FROM (SELECT * FROM accounts WHERE %s ORDER BY id DESC LIMIT :searched) u
        JOIN profiles p ON p.id = u.active_profile_id
        WHERE u.email ILIKE :pattern OR p.display_name ILIKE :pattern
        ORDER BY u.id DESC LIMIT :oneMore
        """;

    /**
     * An index of trigrams serves each half, or the order of the identifiers where many accounts contain the text. OFFSET 0
     * keeps the planner from joining all accounts: it takes the two conditions of that join for independent.
     */
    static final String SEARCH = """
        SELECT u.*, p.display_name
        FROM (
            (SELECT id FROM accounts WHERE %1$s AND email ILIKE :pattern ORDER BY id DESC LIMIT :oneMore)
            UNION
            (SELECT n.id FROM (SELECT id AS profile_id, user_id AS id, display_name FROM profiles) n
            CROSS JOIN LATERAL (
                SELECT FROM accounts a WHERE a.id = n.id AND a.active_profile_id = n.profile_id OFFSET 0) a
            WHERE %1$s AND n.display_name ILIKE :pattern ORDER BY n.id DESC LIMIT :oneMore)) found
        JOIN accounts u ON u.id = found.id
        JOIN profiles p ON p.id = u.active_profile_id
        ORDER BY u.id DESC LIMIT :oneMore
        """;

    private static final String LAST_SEARCHED = """
        SELECT id FROM accounts WHERE %s ORDER BY id DESC OFFSET :before LIMIT 1
        """;

    private static final Pattern TRIGRAM = Pattern.compile("[\\p{L}\\p{N}]{3}");

    private static final String STORED_ADMIN = "roles <> '{}' AND 'admin' = ANY(roles) AND NOT disabled";

    private static final String ADMINS = "SELECT id FROM accounts WHERE " + STORED_ADMIN
            + " UNION SELECT id FROM accounts WHERE email = ANY(:emails) AND NOT disabled";

    /**
     * The row stays until the rest is removed: foreign keys refer to it, and until then another node can go on. Waits for
     * the transactions that write rows for the account; later ones find no account. The address is of a reserved domain
     * (RFC 2606), as those of service accounts are.
     */
    private static final String REMOVE = """
        UPDATE users SET removed_at = now(), email = id || '@removed.invalid', email_verified = false,
            password_hash = NULL, disabled = true, roles = '{}'
        WHERE id = :id AND removed_at IS NULL
        """;

    private static final String LOCK_REMOVED = """
        SELECT 1 FROM users WHERE id = :id AND removed_at IS NOT NULL FOR NO KEY UPDATE SKIP LOCKED
        """;

    private final Db db;

    public PgAccountStore(Db db) {
        this.db = db;
    }

    @Override
    public boolean add(Account account) {
        String sql = """
            INSERT INTO users (id, email, email_verified, password_hash, active_profile_id, created_at, disabled, roles,
                budget_amount, budget_currency, budget_period)
            VALUES (:id, :email, :emailVerified, :passwordHash, :activeProfileId, :createdAt, :rights.disabled,
                :rights.roles, :amount, :currency, :period)
            ON CONFLICT (email) DO NOTHING
            """;
        return db.update(sql, columns(account.rights().budget()), account) == 1;
    }

    @Override
    public Optional<Account> find(UserId id) {
        return db.find("SELECT * FROM accounts WHERE id = :id", Map.of("id", id), ACCOUNT);
    }

    @Override
    public Set<UserId> enabled(Collection<UserId> ids) {
        String sql = "SELECT id FROM accounts WHERE id = ANY(:ids) AND NOT disabled";
        return Set.copyOf(db.list(sql, Map.of("ids", ids), UserId.class));
    }

    @Override
    public boolean hasAdmin() {
        return db.exists("SELECT 1 FROM accounts WHERE " + STORED_ADMIN + " LIMIT 1", Map.of());
    }

    @Override
    public Map<UserId, Email> emails(Collection<UserId> ids) {
        return db.map(
                "SELECT id, email FROM accounts WHERE id = ANY(:ids) AND email IS NOT NULL",
                Map.of("ids", ids),
                (row, _) -> Map.entry(new UserId(row.getString("id")), new Email(row.getString("email"))));
    }

    @Override
    public Optional<AccountOverview> overview(UserId id) {
        return db.find(OVERVIEW + "WHERE u.id = :id", Map.of("id", id), PgAccountStore::overview);
    }

    @Override
    public Page<AccountOverview> search(Optional<String> text, PageRequest page) {
        Optional<String> behind = page.cursor().map(Cursor::lastId);
        boolean isIndexed = text.filter(given -> TRIGRAM.matcher(given).find()).isPresent();
        List<AccountOverview> oneMore = db.with(handle -> searched(handle, isIndexed ? SEARCH : SCAN, behind)
                .bind("searched", MOST_SEARCHED)
                .bind("pattern", pattern(text.orElse("")))
                .bind("oneMore", page.limit().value() + 1)
                .map(PgAccountStore::overview)
                .list());
        Page<AccountOverview> found =
                Page.cut(oneMore, page.limit(), overview -> overview.account().id());
        return found.next().isPresent() || text.isEmpty() || isIndexed
                ? found
                : new Page<>(found.items(), lastSearched(behind).map(Cursor::new));
    }

    private Optional<String> lastSearched(Optional<String> behind) {
        return db.with(handle -> searched(handle, LAST_SEARCHED, behind)
                .bind("before", MOST_SEARCHED - 1)
                .mapTo(String.class)
                .findOne());
    }

    private static Query searched(Handle handle, String sql, Optional<String> behind) {
        Query query = handle.createQuery(sql.formatted(behind.isPresent() ? "id < :behind" : "true"));
        behind.ifPresent(last -> query.bind("behind", last));
        return query;
    }

    private static String pattern(String text) {
        return "%" + text.replaceAll("([\\\\%_])", "\\\\$1") + "%";
    }

    @Override
    public Set<UserId> lockAdmins(Collection<Email> configured) {
        db.requireTransaction();
        db.one("SELECT single FROM admin_changes FOR UPDATE", Map.of(), Boolean.class);
        return Set.copyOf(db.list(ADMINS, Map.of("emails", configured), UserId.class));
    }

    /** Locks in one order, and waits for no lock: rows of other transactions are left out. */
    @Override
    public void noteSeen(Map<UserId, Instant> seen) {
        String sql = """
            UPDATE accounts SET last_seen_at = greatest(last_seen_at, timestamptz 'epoch' + s.at * interval '1 millisecond')
            FROM (SELECT id FROM accounts WHERE id = ANY(:ids) ORDER BY id FOR NO KEY UPDATE SKIP LOCKED) locked
            JOIN unnest(:ids, :times) AS s (id, at) ON s.id = locked.id
            WHERE accounts.id = locked.id
            """;
        List<Map.Entry<UserId, Instant>> all = List.copyOf(seen.entrySet());
        Map<String, ?> columns = Map.of(
                "ids", Rows.each(all, Map.Entry::getKey),
                "times", Rows.longs(all, one -> one.getValue().toEpochMilli()));
        db.update(sql, columns);
    }

    /** NO KEY: inserting a row that refers to the account, such as a new session, does not wait for this lock. */
    @Override
    public Optional<Account> lock(UserId id) {
        return db.find("SELECT * FROM accounts WHERE id = :id FOR NO KEY UPDATE", Map.of("id", id), ACCOUNT);
    }

    @Override
    public Optional<Account> findByEmail(Email email) {
        return db.find("SELECT * FROM accounts WHERE email = :email", Map.of("email", email), ACCOUNT);
    }

    @Override
    public void setPasswordHash(UserId id, PasswordHash hash) {
        db.update("UPDATE accounts SET password_hash = :hash WHERE id = :id", Map.of("id", id, "hash", hash));
    }

    @Override
    public void setActiveProfile(UserId id, ProfileId profileId) {
        db.update(
                "UPDATE accounts SET active_profile_id = :profileId WHERE id = :id",
                Map.of("id", id, "profileId", profileId));
    }

    @Override
    public boolean remove(UserId id) {
        return db.update(REMOVE, Map.of("id", id)) == 1;
    }

    @Override
    public List<UserId> removed(int most) {
        return db.list(
                "SELECT id FROM users WHERE removed_at IS NOT NULL ORDER BY removed_at LIMIT :most",
                Map.of("most", most),
                UserId.class);
    }

    @Override
    public boolean lockRemoved(UserId id) {
        db.requireTransaction();
        return db.exists(LOCK_REMOVED, Map.of("id", id));
    }

    /** Foreign keys refer to the row of the account, so it is the last one. */
    @Override
    public int erase(UserId id, int most) {
        Erasure addresses = new Erasure(db, id, most).from("sign_in_addresses", "user_id");
        return addresses.removed() > 0
                ? addresses.removed()
                : db.update("DELETE FROM users WHERE id = :id AND removed_at IS NOT NULL", Map.of("id", id));
    }

    /** Of an account with more addresses than are kept, those behind the latest ones are removed. */
    @Override
    public void noteSignInAddress(UserId id, String address, Instant at) {
        Map<String, Object> values = Map.of("id", id, "address", address, "at", at, "most", MAX_ADDRESSES);
        db.update("""
            INSERT INTO sign_in_addresses (user_id, address, seen_at)
            SELECT id, :address, :at FROM accounts WHERE id = :id
            ON CONFLICT (user_id, address) DO UPDATE SET seen_at = excluded.seen_at
            """, values);
        db.update("""
            DELETE FROM sign_in_addresses WHERE user_id = :id AND address IN (
                SELECT address FROM sign_in_addresses WHERE user_id = :id ORDER BY seen_at DESC OFFSET :most)
            """, values);
    }

    @Override
    public boolean hasSignedInFrom(UserId id, String address, Instant since) {
        return db.exists(
                "SELECT 1 FROM sign_in_addresses WHERE user_id = :id AND address = :address AND seen_at >= :since",
                Map.of("id", id, "address", address, "since", since));
    }

    @Override
    public void setEmailVerified(UserId id) {
        db.update("UPDATE accounts SET email_verified = true WHERE id = :id", Map.of("id", id));
    }

    @Override
    public void setRights(UserId id, AccountRights rights) {
        String sql = """
            UPDATE accounts SET disabled = :disabled, roles = :roles, budget_amount = :amount, budget_currency = :currency,
                budget_period = :period
            WHERE id = :id
            """;
        Map<String, Object> values = new HashMap<>(columns(rights.budget()));
        values.put("id", id);
        db.update(sql, values, rights);
    }

    /** The parameters {@code :amount}, {@code :currency} and {@code :period}. */
    static Map<String, ?> columns(Optional<Budget> budget) {
        return Map.of(
                "amount", budget.map(Budget::amount),
                "currency", budget.map(Budget::currency).map(Currency::getCurrencyCode),
                "period", budget.map(Budget::period));
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

    private static AccountOverview overview(ResultSet row, StatementContext context) throws SQLException {
        return new AccountOverview(
                account(row, "id", "created_at"),
                new DisplayName(row.getString("display_name")),
                Rows.optionalInstant(row, "last_seen_at"));
    }

    /** Reads an account from a joined row, in which two columns have other names. */
    static Account joined(ResultSet row) throws SQLException {
        return account(row, "user_id", "registered_at");
    }

    private static Account account(ResultSet row, String id, String createdAt) throws SQLException {
        return new Account(
                new UserId(row.getString(id)),
                Rows.optionalText(row, "email").map(Email::new),
                row.getBoolean("email_verified"),
                Rows.optionalText(row, "password_hash").map(PasswordHash::new),
                new ProfileId(row.getString("active_profile_id")),
                Rows.instant(row, createdAt),
                rights(row));
    }
}
