package dev.guildhall.persistence.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.persistence.StoresOnPostgres;
import dev.guildhall.persistence.TestPostgres;
import dev.guildhall.ports.connection.PendingConsent;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.contract.Given;
import dev.guildhall.testkit.contract.tool.ConsentStoreContract;
import org.junit.jupiter.api.Test;

/** The contract of the store, and the encryption of verifiers. */
class PgConsentStoreIT extends StoresOnPostgres implements ConsentStoreContract {
    @Test
    void the_table_has_the_verifier_only_encrypted() {
        PendingConsent pending = Sample.pendingConsent(Given.someUser(stores()), Sample.NOW.plus(LIFE));

        stores().consents().add(pending, Sample.NOW, PLENTY);

        String row = TestPostgres.text("SELECT consents::text FROM consents WHERE state_hash = ?", pending.stateHash());
        assertThat(row).contains("v1.").doesNotContain(pending.verifier());
    }
}
