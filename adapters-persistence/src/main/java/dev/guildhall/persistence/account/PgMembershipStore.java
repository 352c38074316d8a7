package dev.guildhall.persistence.account;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Rows;
import dev.guildhall.ports.Cursor;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.account.DisplayName;
import dev.guildhall.ports.group.GroupId;
import dev.guildhall.ports.group.GroupMember;
import dev.guildhall.ports.group.GroupRole;
import dev.guildhall.ports.group.MemberCounts;
import dev.guildhall.ports.group.Membership;
import dev.guildhall.ports.group.MembershipId;
import dev.guildhall.ports.group.MembershipStore;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.statement.StatementContext;

/** The members of groups, in PostgreSQL. Thread-safe. */
public final class PgMembershipStore implements MembershipStore {
    private static final String OF_GROUP = """
        SELECT m.*, p.display_name FROM group_members m JOIN profiles p ON p.id = m.profile_id
        WHERE m.group_id = :groupId AND (CAST(:behind AS text) IS NULL OR m.id < :behind)
        ORDER BY m.id DESC LIMIT :oneMore
        """;
    private static final String SUCCESSOR = """
        SELECT * FROM group_members WHERE group_id = :groupId AND role <> 'owner'
        ORDER BY CASE role WHEN 'admin' THEN 0 ELSE 1 END, joined_at, id LIMIT 1
        """;

    private final Db db;

    public PgMembershipStore(Db db) {
        this.db = db;
    }

    @Override
    public boolean add(Membership membership) {
        String sql = """
            INSERT INTO group_members (id, group_id, profile_id, role, joined_at)
            VALUES (:id, :groupId, :profileId, :role, :joinedAt)
            ON CONFLICT (group_id, profile_id) DO NOTHING
            """;
        int added = db.with(handle -> handle.createUpdate(sql)
                .bind("id", membership.id().value())
                .bind("groupId", membership.groupId().value())
                .bind("profileId", membership.profileId().value())
                .bind("role", membership.role().wireName())
                .bind("joinedAt", membership.joinedAt())
                .execute());
        return added == 1;
    }

    @Override
    public Optional<Membership> find(GroupId groupId, ProfileId profileId) {
        String sql = "SELECT * FROM group_members WHERE group_id = :groupId AND profile_id = :profileId";
        return db.with(handle -> handle.createQuery(sql)
                .bind("groupId", groupId.value())
                .bind("profileId", profileId.value())
                .map(PgMembershipStore::membership)
                .findOne());
    }

    @Override
    public boolean hasAny(GroupId groupId, List<ProfileId> profiles) {
        String sql =
                "SELECT EXISTS (SELECT FROM group_members WHERE group_id = :groupId AND profile_id = ANY (:profiles))";
        return db.with(handle -> handle.createQuery(sql)
                .bind("groupId", groupId.value())
                .bindArray(
                        "profiles",
                        String.class,
                        profiles.stream().map(ProfileId::value).toList())
                .mapTo(Boolean.class)
                .one());
    }

    @Override
    public void setRole(GroupId groupId, ProfileId profileId, GroupRole role) {
        String sql = "UPDATE group_members SET role = :role WHERE group_id = :groupId AND profile_id = :profileId";
        db.with(handle -> handle.createUpdate(sql)
                .bind("groupId", groupId.value())
                .bind("profileId", profileId.value())
                .bind("role", role.wireName())
                .execute());
    }

    @Override
    public void remove(GroupId groupId, ProfileId profileId) {
        String sql = "DELETE FROM group_members WHERE group_id = :groupId AND profile_id = :profileId";
        db.with(handle -> handle.createUpdate(sql)
                .bind("groupId", groupId.value())
                .bind("profileId", profileId.value())
                .execute());
    }

    @Override
    public Page<GroupMember> ofGroup(GroupId groupId, PageRequest page) {
        List<GroupMember> oneMore = db.with(handle -> handle.createQuery(OF_GROUP)
                .bind("groupId", groupId.value())
                .bind("behind", page.cursor().map(Cursor::lastId))
                .bind("oneMore", page.limit().value() + 1)
                .map(PgMembershipStore::member)
                .list());
        return Page.cut(oneMore, page.limit(), member -> member.membership().id());
    }

    @Override
    public MemberCounts count(GroupId groupId) {
        String sql = """
            SELECT count(*) AS members, count(*) FILTER (WHERE role = 'owner') AS owners
            FROM group_members WHERE group_id = :groupId
            """;
        return db.with(handle -> handle.createQuery(sql)
                .bind("groupId", groupId.value())
                .map((row, context) -> new MemberCounts(row.getInt("members"), row.getInt("owners")))
                .one());
    }

    @Override
    public List<GroupId> groupsOf(ProfileId profileId) {
        String sql = "SELECT group_id FROM group_members WHERE profile_id = :profileId ORDER BY group_id";
        return db.with(handle -> handle.createQuery(sql)
                .bind("profileId", profileId.value())
                .map((row, context) -> new GroupId(row.getString("group_id")))
                .list());
    }

    @Override
    public Optional<Membership> successor(GroupId groupId) {
        return db.with(handle -> handle.createQuery(SUCCESSOR)
                .bind("groupId", groupId.value())
                .map(PgMembershipStore::membership)
                .findOne());
    }

    private static GroupMember member(ResultSet row, StatementContext context) throws SQLException {
        return new GroupMember(membership(row, context), new DisplayName(row.getString("display_name")));
    }

    private static Membership membership(ResultSet row, StatementContext context) throws SQLException {
        return new Membership(
                new MembershipId(row.getString("id")),
                new GroupId(row.getString("group_id")),
                new ProfileId(row.getString("profile_id")),
                GroupRole.fromWire(row.getString("role")).orElseThrow(),
                Rows.instant(row, "joined_at"));
    }
}
