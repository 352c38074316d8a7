package dev.guildhall.persistence.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.persistence.StoresOnPostgres;
import dev.guildhall.persistence.TestPostgres;
import dev.guildhall.testkit.contract.ModelStoreContract;
import org.junit.jupiter.api.Test;

/** The contract of the store, and the encryption of keys. */
class PgModelStoreIT extends StoresOnPostgres implements ModelStoreContract {
    @Test
    void the_table_has_the_key_only_encrypted() {
        stores().models().put(ModelStoreContract.model("sealed-model", "s3cret-key"));

        assertThat(TestPostgres.text("SELECT sealed_api_key FROM model_deployments WHERE model = ?", "sealed-model"))
                .startsWith("v1.")
                .doesNotContain("s3cret");
    }
}
