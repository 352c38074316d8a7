package dev.guildhall.persistence.account;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Rows;
import dev.guildhall.persistence.webchat.PgAnswerStore;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.Account;
import dev.guildhall.ports.account.AccountStore;
import dev.guildhall.ports.account.Email;
import dev.guildhall.ports.account.PasswordHash;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import org.jdbi.v3.core.statement.StatementContext;

/**
 * Accounts in PostgreSQL. When two transactions add the same address, the unique index admits one of them. Thread-safe.
 */
public final class PgAccountStore implements AccountStore {
    private final Db db;

    public PgAccountStore(Db db) {
        this.db = db;
    }

    @Override
    public boolean add(Account account) {
        String sql = """
            INSERT INTO users (id, email, email_verified, password_hash, active_profile_id, created_at)
            VALUES (:id, :email, :emailVerified, :passwordHash, :activeProfileId, :createdAt)
            ON CONFLICT (email) DO NOTHING
            """;
        int added = db.with(handle -> handle.createUpdate(sql)
                .bind("id", account.id().value())
                .bind("email", account.email().value())
                .bind("emailVerified", account.emailVerified())
                .bind("passwordHash", account.passwordHash().map(PasswordHash::value))
                .bind("activeProfileId", account.activeProfileId().value())
                .bind("createdAt", account.createdAt())
                .execute());
        return added == 1;
    }

    @Override
    public Optional<Account> find(UserId id) {
        return find("SELECT * FROM users WHERE id = :id", id);
    }

    @Override
    public Set<UserId> existing(Collection<UserId> ids) {
        return db.with(handle -> handle.createQuery("SELECT id FROM users WHERE id = ANY(:ids)")
                .bind("ids", ids.stream().map(UserId::value).toArray(String[]::new))
                .map((row, context) -> new UserId(row.getString("id")))
                .set());
    }

    /** NO KEY: inserting a row that refers to the account, such as a new session, does not wait for this lock. */
    @Override
    public Optional<Account> lock(UserId id) {
        return find("SELECT * FROM users WHERE id = :id FOR NO KEY UPDATE", id);
    }

    private Optional<Account> find(String sql, UserId id) {
        return db.with(handle -> handle.createQuery(sql)
                .bind("id", id.value())
                .map(PgAccountStore::account)
                .findOne());
    }

    @Override
    public Optional<Account> findByEmail(Email email) {
        return db.with(handle -> handle.createQuery("SELECT * FROM users WHERE email = :email")
                .bind("email", email.value())
                .map(PgAccountStore::account)
                .findOne());
    }

    @Override
    public void setPasswordHash(UserId id, PasswordHash hash) {
        db.with(handle -> handle.createUpdate("UPDATE users SET password_hash = :hash WHERE id = :id")
                .bind("id", id.value())
                .bind("hash", hash.value())
                .execute());
    }

    @Override
    public void setActiveProfile(UserId id, ProfileId profileId) {
        db.with(handle -> handle.createUpdate("UPDATE users SET active_profile_id = :profileId WHERE id = :id")
                .bind("id", id.value())
                .bind("profileId", profileId.value())
                .execute());
    }

    @Override
    public boolean remove(UserId id) {
        return db.atomically(handle -> {
                    handle.createQuery("SELECT id FROM users WHERE id = :id FOR UPDATE")
                            .bind("id", id.value())
                            .mapTo(String.class)
                            .findOne();
                    PgAnswerStore.lockOfUser(handle, id);
                    int removed = handle.createUpdate("DELETE FROM users WHERE id = :id")
                            .bind("id", id.value())
                            .execute();
                    // Rows about users who may have no account have no foreign key, so they are deleted here, after the
                    // account's row: by then the transactions that were writing such rows have ended, and no other can
                    // write more.
                    handle.createUpdate("DELETE FROM usage_entries WHERE user_id = :id")
                            .bind("id", id.value())
                            .execute();
                    handle.createUpdate("DELETE FROM usage_days WHERE user_id = :id")
                            .bind("id", id.value())
                            .execute();
                    handle.createUpdate("DELETE FROM task_queue WHERE owner = :id")
                            .bind("id", id.value())
                            .execute();
                    handle.createUpdate("DELETE FROM ended_tasks WHERE owner = :id")
                            .bind("id", id.value())
                            .execute();
                    handle.createUpdate("DELETE FROM workflows WHERE owner = :id")
                            .bind("id", id.value())
                            .execute();
                    handle.createUpdate("DELETE FROM task_kinds WHERE owner = :id")
                            .bind("id", id.value())
                            .execute();
                    return removed;
                })
                == 1;
    }

    @Override
    public void setEmailVerified(UserId id) {
        db.with(handle -> handle.createUpdate("UPDATE users SET email_verified = true WHERE id = :id")
                .bind("id", id.value())
                .execute());
    }

    private static Account account(ResultSet row, StatementContext context) throws SQLException {
        return accountIn(row, "id", "created_at");
    }

    /** Reads an account from a joined row, in which these two columns have other names. */
    static Account accountIn(ResultSet row, String id, String createdAt) throws SQLException {
        return new Account(
                new UserId(row.getString(id)),
                new Email(row.getString("email")),
                row.getBoolean("email_verified"),
                Rows.optionalText(row, "password_hash").map(PasswordHash::new),
                new ProfileId(row.getString("active_profile_id")),
                Rows.instant(row, createdAt));
    }
}
