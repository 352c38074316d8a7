package dev.guildhall.persistence.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.persistence.Database;
import dev.guildhall.persistence.OlderDatabase;
import dev.guildhall.persistence.TestPostgres;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.Account;
import dev.guildhall.ports.account.AccountStore;
import dev.guildhall.ports.profile.Profile;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * A database of a version that did not normalize addresses to their compatibility form and allowed bidirectional
 * controls in names.
 */
class EmailMigrationIT {
    private static void insert(OlderDatabase older, String id, String email, int second) throws SQLException {
        older.execute("""
            INSERT INTO users (id, email, active_profile_id, created_at)
            VALUES ('%s', '%s', 'prf', '2026-01-01T00:00:0%dZ')
            """.formatted(id, email, second));
    }

    private static String email(AccountStore accounts, String id) {
        return accounts.find(new UserId(id))
                .flatMap(Account::email)
                .orElseThrow()
                .value();
    }

    @Test
    void an_address_gets_its_plain_form_unless_it_has_none_or_another_account_has_it() throws SQLException {
        OlderDatabase older = OlderDatabase.at("13", "emails_not_plain");
        Map<String, String> kept = Map.of(
                "usr_plain", "ada@example.org",
                "usr_wide", "\uff42ob@example.org",
                "usr_taken", "\uff41da@example.org",
                "usr_hidden", "a\u200bda@example.org");
        for (Map.Entry<String, String> account : kept.entrySet()) {
            insert(older, account.getKey(), account.getValue(), 0);
        }
        insert(older, "usr_first", "\ufb01ne@example.org", 1);
        insert(older, "usr_second", "\uff46ine@example.org", 2);

        try (Database database = Database.open(older.url(), TestPostgres.BOX)) {
            AccountStore accounts = database.stores().accounts();

            assertThat(email(accounts, "usr_plain")).isEqualTo("ada@example.org");
            assertThat(email(accounts, "usr_wide")).isEqualTo("bob@example.org");
            assertThat(email(accounts, "usr_first")).isEqualTo("fine@example.org");
            List.of("usr_taken", "usr_hidden", "usr_second")
                    .forEach(id -> assertThat(email(accounts, id)).isEqualTo(id + "@duplicate.invalid"));
        }
    }

    @Test
    void the_migration_removes_bidirectional_controls_from_a_name() throws SQLException {
        OlderDatabase older = OlderDatabase.at("13", "names_not_plain");
        insert(older, "usr_ada", "ada@example.org", 0);
        older.execute("""
            INSERT INTO profiles (id, user_id, display_name, created_at)
            VALUES ('prf_1', 'usr_ada', E'A\\u202Eda', now()), ('prf_2', 'usr_ada', E'\\u2066', now())
            """);

        try (Database database = Database.open(older.url(), TestPostgres.BOX)) {
            assertThat(name(database, "prf_1")).isEqualTo("Ada");
            assertThat(name(database, "prf_2")).isEqualTo("?");
        }
    }

    @Test
    void an_address_with_an_invisible_character_yields_to_the_plain_one_and_a_final_sigma_is_a_sigma()
            throws SQLException {
        OlderDatabase older = OlderDatabase.at("23", "emails_not_visible");
        insert(older, "usr_kept", "ada@example.org", 0);
        insert(older, "usr_hidden", "ada\ufe0f@example.org", 0);
        insert(older, "usr_unassigned", "ada\u0378@example.org", 0);
        insert(older, "usr_tag", "ada\udb40\udc41@example.org", 0);
        insert(older, "usr_sigma", "οδος@example.org", 1);
        insert(older, "usr_later", "οδοσ@example.org", 2);
        insert(older, "usr_dot", "ada@example\u3002net", 1);

        try (Database database = Database.open(older.url(), TestPostgres.BOX)) {
            AccountStore accounts = database.stores().accounts();

            assertThat(email(accounts, "usr_kept")).isEqualTo("ada@example.org");
            assertThat(email(accounts, "usr_later")).isEqualTo("οδοσ@example.org");
            assertThat(email(accounts, "usr_dot")).isEqualTo("ada@example.net");
            List.of("usr_hidden", "usr_unassigned", "usr_tag", "usr_sigma")
                    .forEach(id -> assertThat(email(accounts, id)).isEqualTo(id + "@duplicate.invalid"));
        }
    }

    @Test
    void the_migration_removes_invisible_characters_from_a_name_and_leaves_none_blank() throws SQLException {
        OlderDatabase older = OlderDatabase.at("23", "names_not_visible");
        insert(older, "usr_ada", "ada@example.org", 0);
        Map<String, String> names = Map.of(
                "prf_tag", "A\udb40\udc41da",
                "prf_unassigned", "A\u0378da",
                "prf_filler", "\u3164 \u3164",
                "prf_blank", "\u200b\ufe0f",
                "prf_plain", "\u200fעדה ❤\ufe0f");
        for (Map.Entry<String, String> profile : names.entrySet()) {
            older.execute("""
                INSERT INTO profiles (id, user_id, display_name, created_at) VALUES ('%s', 'usr_ada', '%s', now())
                """.formatted(profile.getKey(), profile.getValue()));
        }

        try (Database database = Database.open(older.url(), TestPostgres.BOX)) {
            assertThat(name(database, "prf_tag")).isEqualTo("Ada");
            assertThat(name(database, "prf_unassigned")).isEqualTo("Ada");
            assertThat(name(database, "prf_filler")).isEqualTo("?");
            assertThat(name(database, "prf_blank")).isEqualTo("?");
            assertThat(name(database, "prf_plain")).isEqualTo(names.get("prf_plain"));
        }
    }

    private static String name(Database database, String id) {
        Profile profile = database.stores().profiles().find(new ProfileId(id)).orElseThrow();
        return profile.displayName().value();
    }
}
