package dev.guildhall.persistence.rotation;

import dev.guildhall.persistence.account.PgOAuthStateStore;
import dev.guildhall.persistence.account.PgSigningKeyStore;
import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.idempotency.PgIdempotencyStore;
import dev.guildhall.persistence.secret.SealedCredential;
import dev.guildhall.persistence.secret.SecretBox;
import dev.guildhall.persistence.secret.SecretBoxException;
import dev.guildhall.persistence.tool.PgConsentStore;
import dev.guildhall.persistence.tool.PgExecutionStore;
import dev.guildhall.persistence.webchat.PgWebSessionStore;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Gatherers;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;
import org.jdbi.v3.core.statement.StatementContext;

/**
 * A column of envelopes, except that of the installation. The name of every column of secrets begins with
 * {@code sealed_}; a test compares {@link #ALL} with the columns of the database.
 *
 * @param table the table that has the column
 * @param keys the text columns that identify a row
 * @param name the name of the column, whose values may be null
 * @param clear the column in which older versions stored the same values unencrypted
 * @param purpose computes the purpose of an envelope from the values of the keys
 */
public record SealedColumn(
        String table, List<String> keys, String name, Optional<String> clear, Function<List<String>, String> purpose) {
    public static final List<SealedColumn> ALL = List.of(
            new SealedColumn(
                    "signing_keys",
                    List.of("key_id"),
                    "sealed_private_key",
                    Optional.empty(),
                    key -> PgSigningKeyStore.purpose(key.getFirst())),
            new SealedColumn(
                    "oauth_states",
                    List.of("hash"),
                    "sealed_verifier",
                    Optional.empty(),
                    key -> PgOAuthStateStore.purpose(key.getFirst())),
            new SealedColumn(
                    "connections",
                    List.of("user_id", "integration"),
                    "sealed_credential",
                    Optional.empty(),
                    key -> SealedCredential.purpose(key.get(0), key.get(1))),
            new SealedColumn(
                    "connections",
                    List.of("user_id", "integration"),
                    "sealed_refresh_token",
                    Optional.empty(),
                    key -> SealedCredential.refreshPurpose(key.get(0), key.get(1))),
            new SealedColumn(
                    "consents",
                    List.of("user_id", "integration", "state_hash"),
                    "sealed_verifier",
                    Optional.empty(),
                    key -> PgConsentStore.purpose(key.get(0), key.get(1), key.get(2))),
            new SealedColumn(
                    "tool_executions",
                    List.of("user_id", "id"),
                    "sealed_parameters",
                    Optional.of("parameters"),
                    key -> PgExecutionStore.purpose(key.get(0), key.get(1))),
            new SealedColumn(
                    "tool_executions",
                    List.of("user_id", "id"),
                    "sealed_parameters_digest",
                    Optional.of("parameters_digest"),
                    key -> PgExecutionStore.digestPurpose(key.get(0), key.get(1))),
            new SealedColumn(
                    "tool_executions",
                    List.of("id"),
                    "sealed_failure_message",
                    Optional.of("failure_message"),
                    key -> PgExecutionStore.failurePurpose(key.getFirst())),
            new SealedColumn(
                    "idempotency_keys",
                    List.of("user_id", "operation", "key"),
                    "sealed_digest",
                    Optional.of("digest"),
                    key -> PgIdempotencyStore.digestPurpose(key.get(0), key.get(1), key.get(2))),
            new SealedColumn(
                    "idempotency_keys",
                    List.of("user_id", "operation", "key"),
                    "sealed_answer",
                    Optional.of("answer"),
                    key -> PgIdempotencyStore.answerPurpose(key.get(0), key.get(1), key.get(2))),
            new SealedColumn(
                    "web_sessions",
                    List.of("key_hash"),
                    "sealed_access_token",
                    Optional.empty(),
                    key -> PgWebSessionStore.accessPurpose(key.getFirst())),
            new SealedColumn(
                    "web_sessions",
                    List.of("key_hash"),
                    "sealed_refresh_token",
                    Optional.empty(),
                    key -> PgWebSessionStore.refreshPurpose(key.getFirst())));

    private static final int ROWS_AT_ONCE = 500;

    /** A secret, encrypted or not, with the key of its row. */
    private record Cell(List<String> key, String text) {}

    /**
     * Opens every envelope of the column.
     *
     * @return how many envelopes there are
     * @throws SecretBoxException when one does not open
     */
    int verify(Handle handle, SecretBox box) {
        int[] opened = new int[1];
        each(handle, envelopes -> {
            envelopes.forEach(one -> box.open(one.text(), purpose.apply(one.key())));
            opened[0] += envelopes.size();
        });
        return opened[0];
    }

    /** Whether the column has any envelope. */
    boolean isFilled(Handle handle) {
        return handle.createQuery("SELECT EXISTS (SELECT FROM " + table + " WHERE " + name + " IS NOT NULL)")
                .mapTo(Boolean.class)
                .one();
    }

    /**
     * Encrypts every secret of the column with another key.
     *
     * @return how many envelopes there are
     * @throws SecretBoxException when one does not open
     */
    int reseal(Handle handle, SecretBox from, SecretBox to) {
        int[] resealed = new int[1];
        String assignment = name + " = :sealed";
        BinaryOperator<String> anew = (envelope, ofRow) -> to.seal(from.open(envelope, ofRow), ofRow);
        each(handle, envelopes -> resealed[0] += write(handle, assignment, envelopes, anew));
        return resealed[0];
    }

    /** Encrypts the values that an older version stored unencrypted, in bounded transactions. */
    public void sealRemaining(Db db, SecretBox box) {
        clear.ifPresent(column -> {
            while (db.atomically(handle -> sealSome(handle, column, box)) == ROWS_AT_ONCE) {
                // Each transaction encrypts some of the rows.
            }
        });
    }

    private int sealSome(Handle handle, String column, SecretBox box) {
        List<Cell> cells = handle.createQuery(
                        select("CAST(" + column + " AS text)", column) + " LIMIT :most FOR UPDATE SKIP LOCKED")
                .bind("most", ROWS_AT_ONCE)
                .map(this::cell)
                .list();
        return write(handle, name + " = :sealed, " + column + " = NULL", cells, box::seal);
    }

    private int write(Handle handle, String assignment, List<Cell> cells, BinaryOperator<String> sealing) {
        String named = keys.stream().map(key -> key + " = :" + key).collect(Collectors.joining(" AND "));
        try (PreparedBatch batch = handle.prepareBatch("UPDATE " + table + " SET " + assignment + " WHERE " + named)) {
            for (Cell cell : cells) {
                IntStream.range(0, keys.size())
                        .forEach(i -> batch.bind(keys.get(i), cell.key().get(i)));
                batch.bind("sealed", sealing.apply(cell.text(), purpose.apply(cell.key())))
                        .add();
            }
            return IntStream.of(batch.execute()).sum();
        }
    }

    /** Reads a bounded number of rows at once. It does not see rows that are written while it reads. */
    private void each(Handle handle, Consumer<List<Cell>> work) {
        try (Stream<List<Cell>> chunks =
                handle.createQuery(select(name, name)).setFetchSize(ROWS_AT_ONCE).map(this::cell).stream()
                        .gather(Gatherers.windowFixed(ROWS_AT_ONCE))) {
            chunks.forEach(work);
        }
    }

    private String select(String expression, String column) {
        return "SELECT " + String.join(", ", keys) + ", " + expression + " FROM " + table + " WHERE " + column
                + " IS NOT NULL";
    }

    private Cell cell(ResultSet row, StatementContext context) throws SQLException {
        return new Cell(texts(row, keys.size()), row.getString(keys.size() + 1));
    }

    private static List<String> texts(ResultSet row, int count) throws SQLException {
        String[] texts = new String[count];
        for (int i = 0; i < count; i++) {
            texts[i] = row.getString(i + 1);
        }
        return List.of(texts);
    }
}
