package dev.guildhall.persistence.idempotency;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Erasure;
import dev.guildhall.persistence.db.Rows;
import dev.guildhall.persistence.db.StoredJson;
import dev.guildhall.persistence.secret.SecretBox;
import dev.guildhall.ports.IdempotencyStore;
import dev.guildhall.ports.IdempotencyStore.Claim;
import dev.guildhall.ports.UserId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Map;

public final class PgIdempotencyStore implements IdempotencyStore {
    private static final String CLAIM = """
        INSERT INTO idempotency_keys (user_id, operation, key, sealed_digest, reference, claimed_at)
        SELECT :userId, :operation, :key, :digest, :reference, :now WHERE EXISTS (SELECT FROM accounts WHERE id = :userId)
        ON CONFLICT (user_id, operation, key) DO UPDATE
        SET sealed_digest = excluded.sealed_digest, reference = excluded.reference, claimed_at = excluded.claimed_at,
            sealed_answer = NULL
        WHERE idempotency_keys.claimed_at < :expired
        """;

    private static final String OF_KEY = " WHERE user_id = :userId AND operation = :operation AND key = :key";

    private record Row(String digest, Claim claim) {}

    private final Db db;
    private final SecretBox box;

    public PgIdempotencyStore(Db db, SecretBox box) {
        this.db = db;
        this.box = box;
    }

    /**
     * The purpose for which the digest of a request is encrypted. When few values are possible, an unencrypted digest
     * reveals which one it is.
     */
    public static String digestPurpose(String... key) {
        return "idempotency:digest:" + String.join(":", key);
    }

    /** The purpose for which the response to a request is encrypted. */
    public static String answerPurpose(String... key) {
        return "idempotency:answer:" + String.join(":", key);
    }

    private static String[] columns(Key key) {
        return new String[] {key.userId().value(), key.operation(), key.key().value()};
    }

    @Override
    public Claim claim(Entry entry, Instant now, Instant expired) {
        Map<String, ?> values = Map.of(
                "digest",
                box.seal(entry.digest(), digestPurpose(columns(entry.key()))),
                "reference",
                entry.reference(),
                "now",
                now,
                "expired",
                expired);
        return db.inTransaction(() -> db.update(CLAIM, values, entry.key()) == 1 ? new Claim.Fresh() : found(entry));
    }

    /** The attempt to insert has locked a conflicting row. Without such a row, the account was deleted. */
    private Claim found(Entry entry) {
        return db.with(handle -> handle.createQuery("SELECT * FROM idempotency_keys" + OF_KEY)
                .bindMethods(entry.key())
                .map((row, _) -> row(row, columns(entry.key())))
                .findOne()
                .map(known -> known.digest().equals(entry.digest()) ? known.claim() : new Claim.Mismatch())
                .orElseGet(Claim.Fresh::new));
    }

    private Row row(ResultSet row, String[] key) throws SQLException {
        String reference = row.getString("reference");
        Instant claimedAt = Rows.instant(row, "claimed_at");
        Claim claim = Rows.optionalText(row, "sealed_answer")
                .map(envelope -> box.open(envelope, answerPurpose(key)))
                .<Claim>map(answer -> new Claim.Answered(reference, StoredJson.readObject(answer)))
                .orElseGet(() -> new Claim.Unanswered(reference, claimedAt));
        return new Row(box.open(row.getString("sealed_digest"), digestPurpose(key)), claim);
    }

    @Override
    public void answer(Key key, String reference, Map<String, Object> answer) {
        String sql = "UPDATE idempotency_keys SET sealed_answer = :answer" + OF_KEY + " AND reference = :reference";
        String sealed = box.seal(StoredJson.write(answer), answerPurpose(columns(key)));
        db.update(sql, Map.of("answer", sealed, "reference", reference), key);
    }

    @Override
    public void release(Key key, String reference) {
        db.update(
                "DELETE FROM idempotency_keys" + OF_KEY + " AND reference = :reference",
                Map.of("reference", reference),
                key);
    }

    @Override
    public int sweep(Instant before, int most) {
        String sql = """
            DELETE FROM idempotency_keys WHERE ctid = ANY(ARRAY(
                SELECT ctid FROM idempotency_keys WHERE claimed_at < :before
                LIMIT :most FOR UPDATE SKIP LOCKED))
            """;
        return db.update(sql, Map.of("before", before, "most", most));
    }

    @Override
    public int erase(UserId user, int most) {
        return new Erasure(db, user, most).from("idempotency_keys", "user_id").removed();
    }
}
