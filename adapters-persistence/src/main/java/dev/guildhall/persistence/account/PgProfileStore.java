package dev.guildhall.persistence.account;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Erasure;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.profile.Profile;
import dev.guildhall.ports.profile.ProfileStore;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
        db.update(sql, profile);
    }

    @Override
    public Optional<Profile> find(ProfileId id) {
        return db.find("SELECT * FROM profiles WHERE id = :id", Map.of("id", id), Profile.class);
    }

    /** NO KEY: inserting a row that refers to the profile does not wait for this lock. */
    @Override
    public Optional<Profile> lock(ProfileId id) {
        return db.find("SELECT * FROM profiles WHERE id = :id FOR NO KEY UPDATE", Map.of("id", id), Profile.class);
    }

    @Override
    public void change(Profile profile) {
        db.update("UPDATE profiles SET display_name = :displayName, avatar = :avatar WHERE id = :id", profile);
    }

    @Override
    public List<Profile> ofUser(UserId userId) {
        String sql = "SELECT * FROM profiles WHERE user_id = :userId ORDER BY created_at, id";
        return db.list(sql, Map.of("userId", userId), Profile.class);
    }

    @Override
    public int erase(UserId user, int most) {
        return new Erasure(db, user, most).from("profiles", "user_id").removed();
    }
}
