package dev.guildhall.persistence.account;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Rows;
import dev.guildhall.ports.Cursor;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.group.Group;
import dev.guildhall.ports.group.GroupDescription;
import dev.guildhall.ports.group.GroupId;
import dev.guildhall.ports.group.GroupName;
import dev.guildhall.ports.group.GroupRole;
import dev.guildhall.ports.group.GroupStore;
import dev.guildhall.ports.group.GroupSummary;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.statement.StatementContext;

/** Groups in PostgreSQL. The lock of a group's row puts concurrent changes of the group in order. Thread-safe. */
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

    private final Db db;

    public PgGroupStore(Db db) {
        this.db = db;
    }

    @Override
    public void add(Group group) {
        String sql = """
            INSERT INTO groups (id, name, description, created_at) VALUES (:id, :name, :description, :createdAt)
            """;
        db.with(handle -> handle.createUpdate(sql)
                .bind("id", group.id().value())
                .bind("name", group.name().value())
                .bind("description", group.description().map(GroupDescription::value))
                .bind("createdAt", group.createdAt())
                .execute());
    }

    @Override
    public Optional<Group> find(GroupId id) {
        return find("SELECT * FROM groups WHERE id = :id", id);
    }

    @Override
    public Optional<Group> lock(GroupId id) {
        return find("SELECT * FROM groups WHERE id = :id FOR UPDATE", id);
    }

    private Optional<Group> find(String sql, GroupId id) {
        return db.with(handle -> handle.createQuery(sql)
                .bind("id", id.value())
                .map(PgGroupStore::group)
                .findOne());
    }

    @Override
    public void remove(GroupId id) {
        db.with(handle -> handle.createUpdate("DELETE FROM groups WHERE id = :id")
                .bind("id", id.value())
                .execute());
    }

    @Override
    public Page<GroupSummary> ofProfiles(List<ProfileId> profiles, PageRequest page) {
        List<GroupSummary> oneMore = db.with(handle -> handle.createQuery(OF_PROFILES)
                .bindArray(
                        "profiles",
                        String.class,
                        profiles.stream().map(ProfileId::value).toList())
                .bind("behind", page.cursor().map(Cursor::lastId))
                .bind("oneMore", page.limit().value() + 1)
                .map(PgGroupStore::summary)
                .list());
        return Page.cut(oneMore, page.limit(), summary -> summary.group().id());
    }

    private static GroupSummary summary(ResultSet row, StatementContext context) throws SQLException {
        return new GroupSummary(
                group(row, context),
                GroupRole.fromWire(row.getString("role")).orElseThrow(),
                row.getInt("member_count"));
    }

    private static Group group(ResultSet row, StatementContext context) throws SQLException {
        return new Group(
                new GroupId(row.getString("id")),
                new GroupName(row.getString("name")),
                Rows.optionalText(row, "description").map(GroupDescription::new),
                Rows.instant(row, "created_at"));
    }
}
