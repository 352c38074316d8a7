package dev.guildhall.persistence.account;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Erasure;
import dev.guildhall.persistence.db.Rows;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.Role;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.Email;
import dev.guildhall.ports.group.GroupId;
import dev.guildhall.ports.group.GroupRole;
import dev.guildhall.ports.invitation.Invitation;
import dev.guildhall.ports.invitation.InvitationId;
import dev.guildhall.ports.invitation.InvitationStore;
import dev.guildhall.ports.invitation.InvitedGroup;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jdbi.v3.core.statement.StatementContext;

public final class PgInvitationStore implements InvitationStore {
    private static final String OPEN = "is_open AND expires_at > :now";

    private final Db db;

    public PgInvitationStore(Db db) {
        this.db = db;
    }

    @Override
    public void add(Invitation invitation, String hash) {
        String sql = """
            INSERT INTO invitations (id, hash, email, roles, groups, inviter, created_at, expires_at, is_open)
            VALUES (:id, :hash, :email, :roles, :joined, :inviter, :createdAt, :expiresAt, true)
            """;
        Map<String, ?> values =
                Map.of("hash", hash, "joined", Rows.each(invitation.groups(), PgInvitationStore::entry));
        db.update(sql, values, invitation);
    }

    @Override
    public Optional<Invitation> find(String hash, Instant now) {
        return db.find(
                "SELECT * FROM invitations WHERE hash = :hash AND " + OPEN,
                Map.of("hash", hash, "now", now),
                PgInvitationStore::invitation);
    }

    @Override
    public Optional<Invitation> take(String hash, Instant now) {
        return db.find(
                "UPDATE invitations SET is_open = false WHERE hash = :hash AND " + OPEN + " RETURNING *",
                Map.of("hash", hash, "now", now),
                PgInvitationStore::invitation);
    }

    @Override
    public Page<Invitation> list(Instant now, PageRequest page) {
        String sql = "SELECT * FROM invitations WHERE " + OPEN
                + " AND (CAST(:behind AS text) IS NULL OR id < :behind) ORDER BY id DESC LIMIT :oneMore";
        return Page.cut(
                db.oneMore(sql, Map.of("now", now), page, PgInvitationStore::invitation), page.limit(), Invitation::id);
    }

    /** At most as many invitations are open as the core allows, so the open ones are read without an index of groups. */
    @Override
    public Page<Invitation> ofGroup(GroupId group, Instant now, PageRequest page) {
        String sql = "SELECT * FROM invitations WHERE " + OPEN + " AND groups && :entries"
                + " AND (CAST(:behind AS text) IS NULL OR id < :behind) ORDER BY id DESC LIMIT :oneMore";
        List<String> entries = Rows.each(List.of(GroupRole.values()), role -> entry(new InvitedGroup(group, role)));
        return Page.cut(
                db.oneMore(sql, Map.of("now", now, "entries", entries), page, PgInvitationStore::invitation),
                page.limit(),
                Invitation::id);
    }

    @Override
    public Optional<Invitation> open(InvitationId id, Instant now) {
        return db.find(
                "SELECT * FROM invitations WHERE id = :id AND " + OPEN,
                Map.of("id", id, "now", now),
                PgInvitationStore::invitation);
    }

    @Override
    public int countOpen(Instant now) {
        return db.one("SELECT count(*) FROM invitations WHERE " + OPEN, Map.of("now", now), Integer.class);
    }

    @Override
    public int countMailed(UserId inviter, Instant since) {
        String sql = """
            SELECT count(*) FROM invitations WHERE inviter = :inviter AND email IS NOT NULL AND created_at >= :since
            """;
        return db.one(sql, Map.of("inviter", inviter, "since", since), Integer.class);
    }

    @Override
    public boolean revoke(InvitationId id, Instant now) {
        return db.update(
                        "UPDATE invitations SET is_open = false WHERE id = :id AND " + OPEN,
                        Map.of("id", id, "now", now))
                == 1;
    }

    @Override
    public int sweep(Instant before, int most) {
        String sql = """
            DELETE FROM invitations WHERE id = ANY(ARRAY(
                SELECT id FROM invitations
                WHERE created_at < :before AND (NOT is_open OR expires_at <= :before)
                LIMIT :most FOR UPDATE SKIP LOCKED))
            """;
        return db.update(sql, Map.of("before", before, "most", most));
    }

    private static Invitation invitation(ResultSet row, StatementContext context) throws SQLException {
        return new Invitation(
                new InvitationId(row.getString("id")),
                Rows.optionalText(row, "email").map(Email::new),
                Rows.texts(row, "roles").stream()
                        .flatMap(name -> Role.fromWire(name).stream())
                        .collect(Collectors.toSet()),
                Rows.texts(row, "groups").stream().map(PgInvitationStore::group).toList(),
                new UserId(row.getString("inviter")),
                Rows.instant(row, "created_at"),
                Rows.instant(row, "expires_at"));
    }

    private static String entry(InvitedGroup group) {
        return group.id().value() + " " + group.role().wireName();
    }

    private static InvitedGroup group(String text) {
        String[] parts = text.split(" ", 2);
        return new InvitedGroup(
                new GroupId(parts[0]), GroupRole.fromWire(parts[1]).orElseThrow());
    }

    @Override
    public int erase(UserId user, int most) {
        return new Erasure(db, user, most).from("invitations", "inviter").removed();
    }
}
