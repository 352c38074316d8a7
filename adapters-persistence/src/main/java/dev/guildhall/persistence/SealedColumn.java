package dev.guildhall.persistence;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Gatherers;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;

/**
 * A column of envelopes, apart from the installation's own. A test compares {@link #ALL} with what the database has: every
 * column of secrets is called {@code sealed_…}.
 *
 * @param table where it is
 * @param keys the text columns that name a row
 * @param name of the column; it may be null
 * @param purpose what an envelope is sealed for, from the values of the keys
 */
record SealedColumn(String table, List<String> keys, String name, Function<List<String>, String> purpose) {
    static final List<SealedColumn> ALL = List.of(
            new SealedColumn(
                    "signing_keys",
                    List.of("key_id"),
                    "sealed_private_key",
                    key -> PgSigningKeyStore.purpose(key.getFirst())),
            new SealedColumn(
                    "oauth_states",
                    List.of("hash"),
                    "sealed_verifier",
                    key -> PgOAuthStateStore.purpose(key.getFirst())),
            new SealedColumn(
                    "connections",
                    List.of("user_id", "integration"),
                    "sealed_credential",
                    key -> SealedCredential.purpose(key.get(0), key.get(1))),
            new SealedColumn(
                    "connections",
                    List.of("user_id", "integration"),
                    "sealed_refresh_token",
                    key -> SealedCredential.refreshPurpose(key.get(0), key.get(1))),
            new SealedColumn(
                    "consents",
                    List.of("user_id", "integration", "state_hash"),
                    "sealed_verifier",
                    key -> PgConsentStore.purpose(key.get(0), key.get(1), key.get(2))),
            new SealedColumn(
                    "tool_executions",
                    List.of("user_id", "id"),
                    "sealed_parameters",
                    key -> PgExecutionStore.purpose(key.get(0), key.get(1))));

    private static final int ROWS_AT_ONCE = 500;

    /** An envelope with the name of its row. */
    private record Envelope(List<String> key, String sealed) {}

    /**
     * Opens every envelope of the column.
     *
     * @return how many there are
     * @throws SecretBoxException when one does not open
     */
    int verify(Handle handle, SecretBox box) {
        int[] opened = new int[1];
        each(handle, envelopes -> {
            envelopes.forEach(one -> box.open(one.sealed(), purpose.apply(one.key())));
            opened[0] += envelopes.size();
        });
        return opened[0];
    }

    /** Whether it has any envelope. */
    boolean isFilled(Handle handle) {
        return handle.createQuery("SELECT EXISTS (SELECT FROM " + table + " WHERE " + name + " IS NOT NULL)")
                .mapTo(Boolean.class)
                .one();
    }

    /**
     * Seals every secret of the column anew.
     *
     * @return how many there are
     * @throws SecretBoxException when one does not open
     */
    int reseal(Handle handle, SecretBox from, SecretBox to) {
        int[] resealed = new int[1];
        each(handle, envelopes -> resealed[0] += write(handle, envelopes, from, to));
        return resealed[0];
    }

    private int write(Handle handle, List<Envelope> envelopes, SecretBox from, SecretBox to) {
        String named = keys.stream().map(key -> key + " = :" + key).collect(Collectors.joining(" AND "));
        try (PreparedBatch batch =
                handle.prepareBatch("UPDATE " + table + " SET " + name + " = :resealed WHERE " + named)) {
            for (Envelope envelope : envelopes) {
                String purposeOfRow = purpose.apply(envelope.key());
                IntStream.range(0, keys.size())
                        .forEach(i -> batch.bind(keys.get(i), envelope.key().get(i)));
                batch.bind("resealed", to.seal(from.open(envelope.sealed(), purposeOfRow), purposeOfRow))
                        .add();
            }
            return IntStream.of(batch.execute()).sum();
        }
    }

    /** The rows are read as the transaction found them, a bounded number at once; what is written meanwhile is not seen. */
    private void each(Handle handle, Consumer<List<Envelope>> work) {
        String sql = "SELECT " + String.join(", ", keys) + ", " + name + " FROM " + table + " WHERE " + name
                + " IS NOT NULL";
        try (Stream<List<Envelope>> chunks = handle
                .createQuery(sql)
                .setFetchSize(ROWS_AT_ONCE)
                .map((row, context) -> new Envelope(texts(row, keys.size()), row.getString(keys.size() + 1)))
                .stream()
                .gather(Gatherers.windowFixed(ROWS_AT_ONCE))) {
            chunks.forEach(work);
        }
    }

    private static List<String> texts(ResultSet row, int count) throws SQLException {
        String[] texts = new String[count];
        for (int i = 0; i < count; i++) {
            texts[i] = row.getString(i + 1);
        }
        return List.of(texts);
    }
}
