package dev.guildhall.persistence.account;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Erasure;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.group.Group;
import dev.guildhall.ports.group.GroupId;
import dev.guildhall.ports.group.GroupRole;
import dev.guildhall.ports.group.GroupStore;
import dev.guildhall.ports.group.GroupSummary;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.mapper.RowMapper;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;
import org.jdbi.v3.core.statement.StatementContext;

/** Groups in PostgreSQL. The lock of a group's row puts concurrent changes of the group in order. */
public final class PgGroupStore implements GroupStore {
    private static final String OF_PROFILES = """
        SELECT g.*, own.role, (SELECT count(*) FROM group_members WHERE group_id = g.id) AS member_count
        FROM (
            SELECT DISTINCT ON (group_id) group_id, role FROM group_members
            WHERE profile_id = ANY (:profiles) AND (CAST(:behind AS text) IS NULL OR group_id < :behind)
            ORDER BY group_id DESC, CASE role WHEN 'owner' THEN 0 WHEN 'admin' THEN 1 ELSE 2 END
            LIMIT :oneMore
        ) own JOIN groups g ON g.id = own.group_id
        ORDER BY g.id DESC
        """;

    private static final RowMapper<Group> GROUP = ConstructorMapper.of(Group.class);

    private final Db db;

    public PgGroupStore(Db db) {
        this.db = db;
    }

    @Override
    public void add(Group group) {
        String sql = """
            INSERT INTO groups (id, name, description, created_at) VALUES (:id, :name, :description, :createdAt)
            """;
        db.update(sql, group);
    }

    @Override
    public Optional<Group> find(GroupId id) {
        return db.find("SELECT * FROM groups WHERE id = :id", Map.of("id", id), Group.class);
    }

    @Override
    public Optional<Group> lock(GroupId id) {
        return db.find("SELECT * FROM groups WHERE id = :id FOR UPDATE", Map.of("id", id), Group.class);
    }

    @Override
    public void remove(GroupId id) {
        db.update("DELETE FROM groups WHERE id = :id", Map.of("id", id));
    }

    @Override
    public Optional<UserId> serviceAccount(GroupId id) {
        String sql = "SELECT service_account_id FROM groups WHERE id = :id AND service_account_id IS NOT NULL";
        return db.find(sql, Map.of("id", id), UserId.class);
    }

    @Override
    public void setServiceAccount(GroupId id, UserId account) {
        db.update(
                "UPDATE groups SET service_account_id = :account WHERE id = :id", Map.of("id", id, "account", account));
    }

    @Override
    public Optional<GroupId> ofServiceAccount(UserId account) {
        String sql = "SELECT id FROM groups WHERE service_account_id = :account";
        return db.find(sql, Map.of("account", account), GroupId.class);
    }

    @Override
    public Page<GroupSummary> ofProfiles(List<ProfileId> profiles, PageRequest page) {
        return Page.cut(
                db.oneMore(OF_PROFILES, Map.of("profiles", profiles), page, PgGroupStore::summary),
                page.limit(),
                summary -> summary.group().id());
    }

    private static GroupSummary summary(ResultSet row, StatementContext context) throws SQLException {
        return new GroupSummary(
                GROUP.map(row, context),
                GroupRole.fromWire(row.getString("role")).orElseThrow(),
                row.getInt("member_count"));
    }

    @Override
    public int erase(UserId user, int most) {
        return new Erasure(db, user, most)
                .and("UPDATE groups SET service_account_id = NULL WHERE service_account_id = :id")
                .removed();
    }
}
