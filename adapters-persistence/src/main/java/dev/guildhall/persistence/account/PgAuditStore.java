package dev.guildhall.persistence.account;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Erasure;
import dev.guildhall.persistence.db.Rows;
import dev.guildhall.persistence.db.StoredJson;
import dev.guildhall.ports.AuditId;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.audit.AuditAction;
import dev.guildhall.ports.audit.AuditDetail;
import dev.guildhall.ports.audit.AuditEntry;
import dev.guildhall.ports.audit.AuditFilter;
import dev.guildhall.ports.audit.AuditStore;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import org.jdbi.v3.core.statement.StatementContext;

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
            WHERE CAST(:userId AS text) IS NULL OR EXISTS (SELECT FROM accounts WHERE id = :userId)
            """;
        Map<String, String> details = new HashMap<>();
        entry.details().forEach((detail, value) -> details.put(detail.wireName(), value));
        db.update(sql, Map.of("details", StoredJson.write(details)), entry);
    }

    @Override
    public Page<AuditEntry> find(AuditFilter filter, PageRequest page) {
        String sql = """
            SELECT * FROM audit_entries
            WHERE (CAST(:userId AS text) IS NULL OR user_id = :userId)
              AND (CAST(:action AS text) IS NULL OR action = :action)
              AND (CAST(:behind AS text) IS NULL OR id < :behind)
            ORDER BY id DESC LIMIT :oneMore
            """;
        Map<String, ?> values = Map.of("userId", filter.userId(), "action", filter.action());
        return Page.cut(db.oneMore(sql, values, page, PgAuditStore::entry), page.limit(), AuditEntry::id);
    }

    @Override
    public int sweep(Instant before, int most) {
        String sql = """
            DELETE FROM audit_entries WHERE id = ANY(ARRAY(
                SELECT id FROM audit_entries WHERE at < :before LIMIT :most FOR UPDATE SKIP LOCKED))
            """;
        return db.update(sql, Map.of("before", before, "most", most));
    }

    private static AuditEntry entry(ResultSet row, StatementContext context) throws SQLException {
        return new AuditEntry(
                new AuditId(row.getString("id")),
                Rows.optionalText(row, "user_id").map(UserId::new),
                AuditAction.fromWire(row.getString("action")),
                details(StoredJson.readObject(row.getString("details"))),
                Rows.instant(row, "at"));
    }

    /** Omits the details that a newer version wrote and this version does not know. */
    private static Map<AuditDetail, String> details(Map<String, Object> named) {
        Map<AuditDetail, String> details = new EnumMap<>(AuditDetail.class);
        for (AuditDetail detail : AuditDetail.values()) {
            if (named.get(detail.wireName()) instanceof String text) {
                details.put(detail, text);
            }
        }
        return details;
    }

    @Override
    public int erase(UserId user, int most) {
        return new Erasure(db, user, most).from("audit_entries", "user_id").removed();
    }
}
