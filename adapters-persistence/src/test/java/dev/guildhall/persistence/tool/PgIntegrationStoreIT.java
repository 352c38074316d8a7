package dev.guildhall.persistence.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.persistence.StoresOnPostgres;
import dev.guildhall.persistence.TestPostgres;
import dev.guildhall.testkit.contract.tool.IntegrationStoreContract;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The contract of the store, and the encryption of headers and client secrets. */
class PgIntegrationStoreIT extends StoresOnPostgres implements IntegrationStoreContract {
    @Test
    void the_table_has_secrets_only_encrypted() {
        stores().integrations().put(IntegrationStoreContract.server(Optional.empty(), "sealed-one"), Optional.empty());

        assertThat(TestPostgres.text("SELECT sealed_headers FROM integrations WHERE name = ?", "sealed-one"))
                .startsWith("v1.")
                .doesNotContain("s3cret");
        assertThat(TestPostgres.text("SELECT sealed_client_secret FROM integrations WHERE name = ?", "sealed-one"))
                .startsWith("v1.")
                .doesNotContain("s3cret");
    }
}
