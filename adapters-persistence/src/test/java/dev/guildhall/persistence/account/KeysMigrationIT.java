package dev.guildhall.persistence.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.persistence.Database;
import dev.guildhall.persistence.OlderDatabase;
import dev.guildhall.persistence.TestPostgres;
import dev.guildhall.ports.key.KeyPhase;
import dev.guildhall.ports.key.SigningKey;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A database of a version that signed with the latest key. */
class KeysMigrationIT {
    private static void insert(OlderDatabase older, String keyId, String createdAt) throws SQLException {
        String sealed = TestPostgres.BOX.seal("private part of " + keyId, "signing-key:" + keyId);
        older.execute(
                "INSERT INTO signing_keys VALUES ('%s', '%s', 'public', '%s')".formatted(keyId, sealed, createdAt));
    }

    @Test
    void the_latest_key_continues_to_sign_and_the_others_are_retired() throws SQLException {
        OlderDatabase older = OlderDatabase.at("3", "keys_without_phases");
        insert(older, "oldest", "2026-01-01T00:00:00Z");
        insert(older, "youngest", "2026-03-01T00:00:00Z");
        insert(older, "older", "2026-02-01T00:00:00Z");

        try (Database database = Database.open(older.url(), TestPostgres.BOX)) {
            List<SigningKey> keys = database.stores().signingKeys().all();

            assertThat(keys).extracting(SigningKey::keyId).containsExactly("youngest", "older", "oldest");
            assertThat(keys.getFirst().phase()).isEqualTo(new KeyPhase.Active(Instant.parse("2026-03-01T00:00:00Z")));
            assertThat(keys.getFirst().material().privateKey()).isEqualTo("private part of youngest");
            assertThat(keys.subList(1, 3)).extracting(SigningKey::phase).hasOnlyElementsOfType(KeyPhase.Retired.class);
            assertThat(((KeyPhase.Retired) keys.getLast().phase()).at()).isAfter(Instant.parse("2026-03-01T00:00:00Z"));
        }
    }

    @Test
    void a_database_without_any_key_is_migrated_too() throws SQLException {
        OlderDatabase older = OlderDatabase.at("3", "without_keys");

        try (Database database = Database.open(older.url(), TestPostgres.BOX)) {
            assertThat(database.stores().signingKeys().all()).isEmpty();
        }
    }
}
