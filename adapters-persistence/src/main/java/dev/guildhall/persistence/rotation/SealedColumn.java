package dev.guildhall.persistence.rotation;

import dev.guildhall.persistence.account.PgFactorStore;
import dev.guildhall.persistence.account.PgMailStore;
import dev.guildhall.persistence.account.PgOAuthStateStore;
import dev.guildhall.persistence.account.PgSettingsStore;
import dev.guildhall.persistence.account.PgSigningKeyStore;
import dev.guildhall.persistence.agent.PgAgentStore;
import dev.guildhall.persistence.approval.PgApprovalStore;
import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.idempotency.PgIdempotencyStore;
import dev.guildhall.persistence.model.PgModelStore;
import dev.guildhall.persistence.response.PgResponseStore;
import dev.guildhall.persistence.secret.SecretBox;
import dev.guildhall.persistence.secret.SecretBoxException;
import dev.guildhall.persistence.tool.PgConsentStore;
import dev.guildhall.persistence.tool.PgExecutionStore;
import dev.guildhall.persistence.tool.PgIntegrationStore;
import dev.guildhall.persistence.tool.SealedCredential;
import dev.guildhall.persistence.trigger.PgTriggerStore;
import dev.guildhall.persistence.webchat.PgWebSessionStore;
import dev.guildhall.persistence.webhook.PgWebhookStore;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
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
 * @param keys the columns that identify a row
 * @param name the name of the column, whose values may be null
 * @param clear the column in which older versions stored the same values unencrypted
 * @param purpose computes the purpose of an envelope from the values of the keys
 */
public record SealedColumn(
        String table, List<String> keys, String name, Optional<String> clear, Function<String[], String> purpose) {
    public static final List<SealedColumn> ALL = List.of(
            of("signing_keys", "key_id", "sealed_private_key", PgSigningKeyStore::purpose),
            of("oauth_states", "hash", "sealed_verifier", PgOAuthStateStore::purpose),
            of("connections", "user_id, integration", "sealed_credential", SealedCredential::purpose),
            of("connections", "user_id, integration", "sealed_refresh_token", SealedCredential::refreshPurpose),
            of("connections", "user_id, integration", "sealed_registration", SealedCredential::registrationPurpose),
            of("consents", "user_id, integration, state_hash", "sealed_verifier", PgConsentStore::purpose),
            of(
                    "consents",
                    "user_id, integration, state_hash",
                    "sealed_registration",
                    PgConsentStore::registrationPurpose),
            of("tool_executions", "user_id, id", "sealed_parameters", PgExecutionStore::purpose)
                    .formerly("parameters"),
            of("tool_executions", "user_id, id", "sealed_parameters_digest", PgExecutionStore::digestPurpose)
                    .formerly("parameters_digest"),
            of("tool_executions", "id", "sealed_failure_message", PgExecutionStore::failurePurpose)
                    .formerly("failure_message"),
            of("idempotency_keys", "user_id, operation, key", "sealed_digest", PgIdempotencyStore::digestPurpose)
                    .formerly("digest"),
            of("idempotency_keys", "user_id, operation, key", "sealed_answer", PgIdempotencyStore::answerPurpose)
                    .formerly("answer"),
            of("model_deployments", "model, id", "sealed_api_key", PgModelStore::purpose),
            of("integrations", "owner, name", "sealed_headers", PgIntegrationStore::headersPurpose),
            of("integrations", "owner, name", "sealed_client_secret", PgIntegrationStore::secretPurpose),
            of("responses", "user_id, id", "sealed_request", PgResponseStore::requestPurpose),
            of("responses", "user_id, id", "sealed_input", PgResponseStore::inputPurpose),
            of("suspended_answers", "work_id", "sealed_state", PgApprovalStore::statePurpose),
            of("approvals", "id", "sealed_parameters", PgApprovalStore::parametersPurpose),
            of("approvals", "id", "sealed_decision", PgApprovalStore::decisionPurpose),
            of("responses", "user_id, id", "sealed_answer", PgResponseStore::answerPurpose),
            of("response_events", "user_id, response_id, place", "sealed_events", PgResponseStore::eventsPurpose),
            of("chat_traces", "chat_id, seq", "sealed_texts", PgAgentStore::textsPurpose),
            of("factors", "id", "sealed_secret", PgFactorStore::purpose),
            of("triggers", "id", "sealed_secret", PgTriggerStore::purpose),
            of("mails", "id", "sealed_secret", PgMailStore::purpose),
            of("settings", "id", "sealed_smtp", PgSettingsStore::purpose),
            of("webhooks", "id", "sealed_secret", PgWebhookStore::purpose),
            of("web_sessions", "key_hash", "sealed_access_token", PgWebSessionStore::accessPurpose),
            of("web_sessions", "key_hash", "sealed_refresh_token", PgWebSessionStore::refreshPurpose));

    private static final int ROWS_AT_ONCE = 500;

    /** A secret, encrypted or not, with the values of its row's keys and its purpose. */
    private record Cell(List<String> key, String text, String purpose) {}

    private static SealedColumn of(String table, String keys, String name, Function<String[], String> purpose) {
        return new SealedColumn(table, List.of(keys.split(", ")), name, Optional.empty(), purpose);
    }

    private SealedColumn formerly(String column) {
        return new SealedColumn(table, keys, name, Optional.of(column), purpose);
    }

    /**
     * Opens every envelope of the column.
     *
     * @return how many envelopes there are
     * @throws SecretBoxException when one does not open
     */
    int verify(Handle handle, SecretBox box) {
        int[] opened = new int[1];
        each(handle, envelopes -> {
            envelopes.forEach(one -> box.open(one.text(), one.purpose()));
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
                        .forEach(
                                i -> batch.bindBySqlType(keys.get(i), cell.key().get(i), Types.OTHER));
                batch.bind("sealed", sealing.apply(cell.text(), cell.purpose())).add();
            }
            return IntStream.of(batch.execute()).sum();
        }
    }

    /** Does not see rows that are written while it reads. */
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
        String[] key = new String[keys.size()];
        for (int i = 0; i < key.length; i++) {
            key[i] = row.getString(i + 1);
        }
        return new Cell(List.of(key), row.getString(key.length + 1), purpose.apply(key));
    }
}
