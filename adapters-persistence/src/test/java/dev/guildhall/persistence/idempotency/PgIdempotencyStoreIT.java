package dev.guildhall.persistence.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.persistence.Database;
import dev.guildhall.persistence.OlderDatabase;
import dev.guildhall.persistence.StoresOnPostgres;
import dev.guildhall.persistence.TestPostgres;
import dev.guildhall.persistence.config.PoolOptions;
import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Pool;
import dev.guildhall.ports.IdempotencyKey;
import dev.guildhall.ports.IdempotencyStore;
import dev.guildhall.ports.IdempotencyStore.Claim;
import dev.guildhall.ports.UserId;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.contract.Given;
import dev.guildhall.testkit.contract.IdempotencyStoreContract;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PgIdempotencyStoreIT extends StoresOnPostgres implements IdempotencyStoreContract {
    private static final String DIGEST = "5e884898da28047151d0e56f8dc62927";

    private static IdempotencyStore.Entry entry(UserId user) {
        return new IdempotencyStore.Entry(
                new IdempotencyStore.Key(user, "tool.execute", new IdempotencyKey("a:b")), DIGEST, "exec_1");
    }

    @Test
    void the_table_has_the_response_and_the_digest_of_the_request_only_encrypted() {
        IdempotencyStore.Entry entry = entry(Given.someUser(stores()));

        stores().idempotency().claim(entry, Sample.NOW, Sample.NOW);
        stores().idempotency().answer(entry.key(), "exec_1", Map.of("diagnosis", "gout of the left foot"));

        String row = TestPostgres.text(
                "SELECT idempotency_keys::text FROM idempotency_keys WHERE user_id = ?",
                entry.key().userId().value());
        assertThat(row).contains("v1.").doesNotContain("gout", "diagnosis", DIGEST);
    }

    @Test
    void opening_the_database_encrypts_values_that_an_older_version_stored_unencrypted() throws SQLException {
        OlderDatabase older = OlderDatabase.at("23", "clear_answers");
        older.execute("INSERT INTO users (id, email, active_profile_id, created_at)"
                + " VALUES ('usr_1', 'a@b.c', 'prf_1', now())");
        older.execute("INSERT INTO idempotency_keys VALUES"
                + " ('usr_1', 'tool.execute', 'a:b', '" + DIGEST + "', 'exec_1', now(), '{\"n\": 1}'),"
                + " ('usr_1', 'tool.execute', 'c', '" + DIGEST + "', 'exec_2', now(), NULL)");

        try (Database database = Database.open(older.url(), TestPostgres.BOX)) {
            assertThat(database.stores().idempotency().claim(entry(new UserId("usr_1")), Instant.now(), Instant.EPOCH))
                    .isEqualTo(new Claim.Answered("exec_1", Map.of("n", 1)));
        }
        try (Pool pool = new Pool(older.url().dataSource(), PoolOptions.DEFAULT)) {
            String counts = new Db(pool)
                    .with(handle -> handle.createQuery("""
                        SELECT concat_ws(' ', count(digest), count(answer), count(sealed_digest), count(sealed_answer))
                        FROM idempotency_keys
                        """).mapTo(String.class).one());
            assertThat(counts).isEqualTo("0 0 2 1");
        }
    }
}
