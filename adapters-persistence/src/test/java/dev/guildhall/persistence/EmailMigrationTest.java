package dev.guildhall.persistence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.Account;
import dev.guildhall.ports.account.AccountStore;
import dev.guildhall.ports.account.Profile;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A database from the time when addresses were composed alone and names could turn the text around them. */
class EmailMigrationTest {
    private static void insert(OlderDatabase older, String id, String email, int second) throws SQLException {
        older.execute("""
            INSERT INTO users (id, email, active_profile_id, created_at)
            VALUES ('%s', '%s', 'prf', '2026-01-01T00:00:0%dZ')
            """.formatted(id, email, second));
    }

    private static String email(AccountStore accounts, String id) {
        return accounts.find(new UserId(id)).map(Account::email).orElseThrow().value();
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
    void a_name_loses_what_turns_the_text_around_it() throws SQLException {
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

    private static String name(Database database, String id) {
        Profile profile = database.stores().profiles().find(new ProfileId(id)).orElseThrow();
        return profile.displayName().value();
    }
}
