package dev.guildhall.persistence.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DatabaseUrlTest {
    @Test
    void an_address_that_forbids_prepared_statements_keeps_no_session() {
        assertThat(DatabaseUrl.parse("postgresql://ada@db/guild").keepsSession())
                .isTrue();
        assertThat(DatabaseUrl.parse("postgresql://ada@db/guild?prepareThreshold=0")
                        .keepsSession())
                .isFalse();
    }

    @Test
    void every_part_is_read() {
        DatabaseUrl url = DatabaseUrl.parse("postgresql://ada:secret@db.example.org:6432/guild?sslmode=require");

        assertThat(url)
                .isEqualTo(
                        new DatabaseUrl("db.example.org:6432", "guild", "ada", "secret", Map.of("sslmode", "require")));
    }

    @Test
    void the_short_scheme_a_missing_port_and_a_missing_password_are_accepted() {
        DatabaseUrl url = DatabaseUrl.parse("postgres://ada@db_1/guild");

        assertThat(url).isEqualTo(new DatabaseUrl("db_1:5432", "guild", "ada", "", Map.of()));
    }

    @Test
    void special_characters_are_decoded_and_a_plus_stays_a_plus() {
        DatabaseUrl url = DatabaseUrl.parse("postgresql://a%40b:p%2Fw%3A%C3%BC+x@localhost/my%20db");

        assertThat(url.user()).isEqualTo("a@b");
        assertThat(url.password()).isEqualTo("p/w:ü+x");
        assertThat(url.database()).isEqualTo("my db");
    }

    @Test
    void an_ipv6_address_has_brackets() {
        DatabaseUrl url = DatabaseUrl.parse("postgresql://ada:x@[::1]:5433/guild");

        assertThat(url.servers()).isEqualTo("[::1]:5433");
        assertThat(url.dataSource().getUrl()).contains("//[::1]:5433/guild");
    }

    @Test
    void several_servers_are_read() {
        DatabaseUrl url = DatabaseUrl.parse("postgresql://ada:x@one:6000,two/guild?targetServerType=primary");

        assertThat(url.servers()).isEqualTo("one:6000,two:5432");
        assertThat(url.dataSource().getUrl()).contains("//one:6000,two:5432/guild", "targetServerType=primary");
    }

    @Test
    void the_parameter_names_of_other_clients_are_accepted() {
        DatabaseUrl url = DatabaseUrl.parse("postgresql://ada:x@h/guild?application_name=tests&connect_timeout=2");

        assertThat(url.parameters()).isEqualTo(Map.of("ApplicationName", "tests", "connectTimeout", "2"));
        assertThat(url.dataSource().getApplicationName()).isEqualTo("tests");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "hunter2",
                "jdbc:postgresql://ada:hunter2@h/guild",
                "postgresql://h/guild?password=hunter2",
                "postgresql://ada:hunter2@h",
                "postgresql://ada:hunter2@h:99999/guild",
                "postgresql://ada:hunter2@x@h/guild",
                "postgresql://ada:hunter2%zz@h/guild",
                "postgresql://ada:hunter2@h/guild?no_such=hunter2"
            })
    void the_error_for_a_malformed_url_names_the_key_and_not_the_password(String text) {
        assertThatThrownBy(() -> DatabaseUrl.parse(text))
                .isInstanceOf(DatabaseStartException.class)
                .hasMessageStartingWith("GUILDHALL_DATABASE_URL: ")
                .hasMessageNotContaining("hunter2")
                .hasNoCause();
    }

    @Test
    void the_text_form_masks_the_password() {
        DatabaseUrl url = DatabaseUrl.parse("postgresql://ada:hunter2@localhost/guild?sslpassword=hunter2");

        assertThat(url).hasToString("postgresql://ada:***@localhost:5432/guild");
    }
}
