package dev.guildhall.persistence.account;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Rows;
import dev.guildhall.persistence.secret.SecretBox;
import dev.guildhall.ports.account.Email;
import dev.guildhall.ports.mail.MailId;
import dev.guildhall.ports.mail.MailKind;
import dev.guildhall.ports.mail.MailStore;
import dev.guildhall.ports.mail.QueuedMail;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.statement.StatementContext;

/** Mail that waits to be sent, in PostgreSQL. The secrets of links are encrypted. */
public final class PgMailStore implements MailStore {
    private final Db db;
    private final SecretBox box;

    public PgMailStore(Db db, SecretBox box) {
        this.db = db;
        this.box = box;
    }

    @Override
    public boolean add(QueuedMail mail, int most) {
        String sql = """
            INSERT INTO mails (id, kind, receiver, sealed_secret, created_at, attempts, due_at)
            SELECT :id, :kind, :to, :sealed, :createdAt, :attempts, :createdAt
            WHERE (SELECT count(*) FROM (SELECT FROM mails LIMIT :most) AS waiting) < :most
            """;
        Map<String, Object> values = new HashMap<>(Map.of("most", most));
        values.put(
                "sealed",
                mail.secret()
                        .map(secret -> box.seal(secret, purpose(mail.id().value())))
                        .orElse(null));
        return db.update(sql, values, mail) == 1;
    }

    @Override
    public List<QueuedMail> claim(Instant now, Instant again, int most) {
        String sql = """
            UPDATE mails SET due_at = :again, attempts = attempts + 1 WHERE id = ANY(ARRAY(
                SELECT id FROM mails WHERE due_at <= :now ORDER BY due_at LIMIT :most FOR UPDATE SKIP LOCKED))
            RETURNING *
            """;
        return db.list(sql, Map.of("now", now, "again", again, "most", most), this::mail);
    }

    private QueuedMail mail(ResultSet row, StatementContext context) throws SQLException {
        String id = row.getString("id");
        return new QueuedMail(
                new MailId(id),
                MailKind.fromWire(row.getString("kind")),
                new Email(row.getString("receiver")),
                Rows.optionalText(row, "sealed_secret").map(envelope -> box.open(envelope, purpose(id))),
                Rows.instant(row, "created_at"),
                row.getInt("attempts"));
    }

    public static String purpose(String... id) {
        return "mail:" + id[0];
    }

    @Override
    public void postpone(MailId id, Instant due) {
        db.update("UPDATE mails SET due_at = :due WHERE id = :id", Map.of("id", id, "due", due));
    }

    @Override
    public void remove(MailId id) {
        db.update("DELETE FROM mails WHERE id = :id", Map.of("id", id));
    }
}
