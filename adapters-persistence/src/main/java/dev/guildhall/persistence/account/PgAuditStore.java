package dev.guildhall.persistence.account;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Rows;
import dev.guildhall.ports.AuditId;
import dev.guildhall.ports.Cursor;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.audit.AuditAction;
import dev.guildhall.ports.audit.AuditEntry;
import dev.guildhall.ports.audit.AuditStore;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.statement.StatementContext;

/** The audit trail in PostgreSQL. Thread-safe. */
public final class PgAuditStore implements AuditStore {
    private final Db db;

    public PgAuditStore(Db db) {
        this.db = db;
    }

    @Override
    public void add(AuditEntry entry) {
        String sql = """
            INSERT INTO audit_entries (id, user_id, action, details, at)
            SELECT :id, :userId, :action, CAST(:details AS jsonb), :at
            WHERE CAST(:userId AS text) IS NULL OR EXISTS (SELECT FROM users WHERE id = :userId)
            """;
        db.with(handle -> handle.createUpdate(sql)
                .bind("id", entry.id().value())
                .bind("userId", entry.userId().map(UserId::value))
                .bind("action", entry.action().wireName())
                .bind("details", AuditDetailsJson.write(entry.details()))
                .bind("at", entry.at())
                .execute());
    }

    @Override
    public Page<AuditEntry> ofUser(UserId userId, PageRequest page) {
        String sql = """
            SELECT * FROM audit_entries
            WHERE user_id = :userId AND (CAST(:behind AS text) IS NULL OR id < :behind)
            ORDER BY id DESC LIMIT :oneMore
            """;
        List<AuditEntry> oneMore = db.with(handle -> handle.createQuery(sql)
                .bind("userId", userId.value())
                .bind("behind", page.cursor().map(Cursor::lastId))
                .bind("oneMore", page.limit().value() + 1)
                .map(PgAuditStore::entry)
                .list());
        return Page.cut(oneMore, page.limit(), AuditEntry::id);
    }

    @Override
    public int sweep(Instant before, int most) {
        String sql = """
            DELETE FROM audit_entries WHERE id = ANY(ARRAY(
                SELECT id FROM audit_entries WHERE at < :before LIMIT :most FOR UPDATE SKIP LOCKED))
            """;
        return db.with(handle -> handle.createUpdate(sql)
                .bind("before", before)
                .bind("most", most)
                .execute());
    }

    private static AuditEntry entry(ResultSet row, StatementContext context) throws SQLException {
        return new AuditEntry(
                new AuditId(row.getString("id")),
                Rows.optionalText(row, "user_id").map(UserId::new),
                AuditAction.fromWire(row.getString("action")),
                AuditDetailsJson.read(row.getString("details")),
                Rows.instant(row, "at"));
    }
}
