package dev.guildhall.persistence;

import dev.guildhall.ports.IdempotencyStore;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.SqlStatement;
import org.jdbi.v3.core.statement.StatementContext;

/** Requests that are to happen once, in PostgreSQL. Thread-safe. */
final class PgIdempotencyStore implements IdempotencyStore {
    private static final String CLAIM = """
        INSERT INTO idempotency_keys (user_id, operation, key, digest, reference, claimed_at)
        SELECT :userId, :operation, :key, :digest, :reference, :now WHERE EXISTS (SELECT FROM users WHERE id = :userId)
        ON CONFLICT (user_id, operation, key) DO UPDATE
        SET digest = excluded.digest, reference = excluded.reference, claimed_at = excluded.claimed_at, answer = NULL
        WHERE idempotency_keys.claimed_at < :expired
        """;

    private static final String OF_KEY = " WHERE user_id = :userId AND operation = :operation AND key = :key";

    /** What another request has left. */
    private record Row(String digest, Claim claim) {}

    private final Db db;

    PgIdempotencyStore(Db db) {
        this.db = db;
    }

    @Override
    public Claim claim(Entry entry, Instant now, Instant expired) {
        return db.atomically(handle -> {
            int written = bind(handle.createUpdate(CLAIM), entry.key())
                    .bind("digest", entry.digest())
                    .bind("reference", entry.reference())
                    .bind("now", now)
                    .bind("expired", expired)
                    .execute();
            return written == 1 ? new Claim.Fresh() : found(handle, entry);
        });
    }

    /** A row that stood in the way is locked since the attempt to write; where there is none, the account is gone. */
    private static Claim found(Handle handle, Entry entry) {
        Optional<Row> row = bind(handle.createQuery("SELECT * FROM idempotency_keys" + OF_KEY), entry.key())
                .map(PgIdempotencyStore::row)
                .findOne();
        return row.map(known -> known.digest().equals(entry.digest()) ? known.claim() : new Claim.Mismatch())
                .orElseGet(Claim.Fresh::new);
    }

    private static Row row(ResultSet row, StatementContext context) throws SQLException {
        String reference = row.getString("reference");
        Instant claimedAt = Rows.instant(row, "claimed_at");
        Claim claim = Rows.optionalText(row, "answer")
                .<Claim>map(answer -> new Claim.Answered(reference, StoredJson.readObject(answer)))
                .orElseGet(() -> new Claim.Unanswered(reference, claimedAt));
        return new Row(row.getString("digest"), claim);
    }

    @Override
    public void answer(Key key, String reference, Map<String, Object> answer) {
        String sql =
                "UPDATE idempotency_keys SET answer = CAST(:answer AS json)" + OF_KEY + " AND reference = :reference";
        db.with(handle -> bind(handle.createUpdate(sql), key)
                .bind("answer", StoredJson.write(answer))
                .bind("reference", reference)
                .execute());
    }

    @Override
    public void release(Key key, String reference) {
        String sql = "DELETE FROM idempotency_keys" + OF_KEY + " AND reference = :reference";
        db.with(handle ->
                bind(handle.createUpdate(sql), key).bind("reference", reference).execute());
    }

    @Override
    public int sweep(Instant before, int most) {
        String sql = """
            DELETE FROM idempotency_keys WHERE (user_id, operation, key) IN (
                SELECT user_id, operation, key FROM idempotency_keys WHERE claimed_at < :before
                LIMIT :most FOR UPDATE SKIP LOCKED)
            """;
        return db.with(handle -> handle.createUpdate(sql)
                .bind("before", before)
                .bind("most", most)
                .execute());
    }

    private static <S extends SqlStatement<S>> S bind(S statement, Key key) {
        return statement
                .bind("userId", key.userId().value())
                .bind("operation", key.operation())
                .bind("key", key.key().value());
    }
}
