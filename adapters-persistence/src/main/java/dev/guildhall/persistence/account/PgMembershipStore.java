package dev.guildhall.persistence.account;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Erasure;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.DisplayName;
import dev.guildhall.ports.group.GroupId;
import dev.guildhall.ports.group.GroupMember;
import dev.guildhall.ports.group.GroupRole;
import dev.guildhall.ports.group.MemberCounts;
import dev.guildhall.ports.group.Membership;
import dev.guildhall.ports.group.MembershipStore;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.mapper.RowMapper;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;
import org.jdbi.v3.core.statement.StatementContext;

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

    private static final RowMapper<Membership> MEMBERSHIP = ConstructorMapper.of(Membership.class);

    private static final String ERASE = """
        DELETE FROM group_members WHERE id = ANY(ARRAY(
            SELECT m.id FROM group_members m JOIN profiles p ON p.id = m.profile_id
            WHERE p.user_id = :id LIMIT :most FOR UPDATE OF m))
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
        return db.update(sql, membership) == 1;
    }

    @Override
    public Optional<Membership> find(GroupId groupId, ProfileId profileId) {
        String sql = "SELECT * FROM group_members WHERE group_id = :groupId AND profile_id = :profileId";
        return db.find(sql, Map.of("groupId", groupId, "profileId", profileId), Membership.class);
    }

    @Override
    public boolean hasAny(GroupId groupId, List<ProfileId> profiles) {
        String sql = "SELECT 1 FROM group_members WHERE group_id = :groupId AND profile_id = ANY (:profiles) LIMIT 1";
        return db.exists(sql, Map.of("groupId", groupId, "profiles", profiles));
    }

    @Override
    public void setRole(GroupId groupId, ProfileId profileId, GroupRole role) {
        String sql = "UPDATE group_members SET role = :role WHERE group_id = :groupId AND profile_id = :profileId";
        db.update(sql, Map.of("groupId", groupId, "profileId", profileId, "role", role));
    }

    @Override
    public void remove(GroupId groupId, ProfileId profileId) {
        String sql = "DELETE FROM group_members WHERE group_id = :groupId AND profile_id = :profileId";
        db.update(sql, Map.of("groupId", groupId, "profileId", profileId));
    }

    @Override
    public Page<GroupMember> ofGroup(GroupId groupId, PageRequest page) {
        return Page.cut(
                db.oneMore(OF_GROUP, Map.of("groupId", groupId), page, PgMembershipStore::member),
                page.limit(),
                member -> member.membership().id());
    }

    @Override
    public MemberCounts count(GroupId groupId) {
        String sql = """
            SELECT count(*) AS members, count(*) FILTER (WHERE role = 'owner') AS owners
            FROM group_members WHERE group_id = :groupId
            """;
        return db.one(sql, Map.of("groupId", groupId), MemberCounts.class);
    }

    @Override
    public List<GroupId> groupsOf(ProfileId profileId) {
        String sql = "SELECT group_id FROM group_members WHERE profile_id = :profileId ORDER BY group_id";
        return db.list(sql, Map.of("profileId", profileId), GroupId.class);
    }

    @Override
    public Optional<Membership> successor(GroupId groupId) {
        return db.find(SUCCESSOR, Map.of("groupId", groupId), Membership.class);
    }

    private static GroupMember member(ResultSet row, StatementContext context) throws SQLException {
        return new GroupMember(MEMBERSHIP.map(row, context), new DisplayName(row.getString("display_name")));
    }

    @Override
    public int erase(UserId user, int most) {
        return new Erasure(db, user, most).and(ERASE).removed();
    }
}
