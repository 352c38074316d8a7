package dev.guildhall.persistence.account;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Rows;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.DisplayName;
import dev.guildhall.ports.profile.Avatar;
import dev.guildhall.ports.profile.Profile;
import dev.guildhall.ports.profile.ProfileStore;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.statement.StatementContext;

/** Profiles in PostgreSQL. Thread-safe. */
public final class PgProfileStore implements ProfileStore {
    private final Db db;

    public PgProfileStore(Db db) {
        this.db = db;
    }

    @Override
    public void add(Profile profile) {
        String sql = """
            INSERT INTO profiles (id, user_id, display_name, avatar, created_at)
            VALUES (:id, :userId, :displayName, :avatar, :createdAt)
            """;
        db.with(handle -> handle.createUpdate(sql)
                .bind("id", profile.id().value())
                .bind("userId", profile.userId().value())
                .bind("displayName", profile.displayName().value())
                .bind("avatar", profile.avatar().map(Avatar::value))
                .bind("createdAt", profile.createdAt())
                .execute());
    }

    @Override
    public Optional<Profile> find(ProfileId id) {
        return find("SELECT * FROM profiles WHERE id = :id", id);
    }

    /** NO KEY: inserting a row that refers to the profile does not wait for this lock. */
    @Override
    public Optional<Profile> lock(ProfileId id) {
        return find("SELECT * FROM profiles WHERE id = :id FOR NO KEY UPDATE", id);
    }

    private Optional<Profile> find(String sql, ProfileId id) {
        return db.with(handle -> handle.createQuery(sql)
                .bind("id", id.value())
                .map(PgProfileStore::profile)
                .findOne());
    }

    @Override
    public void change(Profile profile) {
        String sql = "UPDATE profiles SET display_name = :displayName, avatar = :avatar WHERE id = :id";
        db.with(handle -> handle.createUpdate(sql)
                .bind("id", profile.id().value())
                .bind("displayName", profile.displayName().value())
                .bind("avatar", profile.avatar().map(Avatar::value))
                .execute());
    }

    @Override
    public List<Profile> ofUser(UserId userId) {
        String sql = "SELECT * FROM profiles WHERE user_id = :userId ORDER BY created_at, id";
        return db.with(handle -> handle.createQuery(sql)
                .bind("userId", userId.value())
                .map(PgProfileStore::profile)
                .list());
    }

    private static Profile profile(ResultSet row, StatementContext context) throws SQLException {
        return new Profile(
                new ProfileId(row.getString("id")),
                new UserId(row.getString("user_id")),
                new DisplayName(row.getString("display_name")),
                Rows.optionalText(row, "avatar").map(Avatar::new),
                Rows.instant(row, "created_at"));
    }
}
