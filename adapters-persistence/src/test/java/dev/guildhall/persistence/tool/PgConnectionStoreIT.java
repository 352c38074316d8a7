package dev.guildhall.persistence.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.persistence.StoresOnPostgres;
import dev.guildhall.persistence.TestPostgres;
import dev.guildhall.persistence.secret.SecretBoxException;
import dev.guildhall.ports.connection.Connection;
import dev.guildhall.ports.connection.Credential;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.contract.Given;
import dev.guildhall.testkit.contract.tool.ConnectionStoreContract;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The contract of the store, and the encryption of credentials for their owners. */
class PgConnectionStoreIT extends StoresOnPostgres implements ConnectionStoreContract {
    private Connection kept(Credential credential) {
        return stores().connections()
                .put(Sample.connection(Given.someUser(stores()))
                        .credential(credential)
                        .build());
    }

    private Connection kept() {
        return stores().connections()
                .put(Sample.connection(Given.someUser(stores())).build());
    }

    private static String row(Connection connection) {
        return TestPostgres.text(
                "SELECT connections::text FROM connections WHERE integration = ?",
                connection.key().integration().value());
    }

    /** Copies the envelope of one row into another row. */
    private static void move(String column, Connection from, String otherColumn, Connection to) {
        String sql = "UPDATE connections SET " + otherColumn + " = (SELECT " + column
                + " FROM connections WHERE integration = ?) WHERE integration = ?";
        TestPostgres.db()
                .with(handle -> handle.execute(
                        sql,
                        from.key().integration().value(),
                        to.key().integration().value()));
    }

    @Test
    void the_table_has_no_part_of_a_credential_unencrypted() {
        Connection tokens = kept();
        Connection key = kept(new Credential.ApiKey("a key that nobody may see"));
        Credential.OAuthTokens plain = (Credential.OAuthTokens) tokens.credential();

        assertThat(row(tokens))
                .contains("v1.")
                .doesNotContain(plain.accessToken())
                .doesNotContain(plain.refreshToken().orElseThrow());
        assertThat(row(key)).contains("v1.").doesNotContain("a key that nobody may see");
    }

    @Test
    void a_credential_that_was_copied_to_another_user_does_not_open() {
        Connection victim = kept();
        Connection thief = kept();

        move("sealed_credential", victim, "sealed_credential", thief);

        assertThatThrownBy(() -> stores().connections().find(thief.key())).isInstanceOf(SecretBoxException.class);
    }

    @Test
    void a_refresh_token_does_not_open_as_an_access_token() {
        Connection connection = kept();

        move("sealed_refresh_token", connection, "sealed_credential", connection);

        assertThatThrownBy(() -> stores().connections().find(connection.key())).isInstanceOf(SecretBoxException.class);
    }

    @Test
    void the_error_for_a_credential_that_does_not_open_does_not_contain_it() {
        Connection victim = kept();
        Connection thief = kept();
        move("sealed_credential", victim, "sealed_credential", thief);

        assertThatThrownBy(() -> stores().connections().ofUser(thief.key().userId()))
                .satisfies(thrown -> assertThat(List.of(
                                ((Credential.OAuthTokens) victim.credential()).accessToken(),
                                row(thief).split(",")[3]))
                        .noneMatch(secret -> thrown.toString().contains(secret)));
    }
}
