package dev.guildhall.persistence.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.persistence.TestPostgres;
import dev.guildhall.ports.Sample;
import dev.guildhall.ports.connection.ConsentStore;
import dev.guildhall.ports.connection.PendingConsent;
import dev.guildhall.ports.contract.Given;
import dev.guildhall.ports.contract.tool.ConsentStoreContract;
import dev.guildhall.ports.storage.Stores;
import org.junit.jupiter.api.Test;

/** The contract of the store, and the encryption of verifiers. */
class PgConsentStoreIT implements ConsentStoreContract {
    private final Stores stores = TestPostgres.stores(TestPostgres.db(), TestPostgres.BOX);
    private final PgConsentStore consents = new PgConsentStore(TestPostgres.db(), TestPostgres.BOX);

    @Override
    public Stores stores() {
        return stores;
    }

    @Override
    public ConsentStore consents() {
        return consents;
    }

    @Test
    void the_table_has_the_verifier_only_encrypted() {
        PendingConsent pending = Sample.pendingConsent(Given.someUser(stores), Sample.NOW.plus(LIFE));

        consents.add(pending, Sample.NOW, PLENTY);

        String row = TestPostgres.text("SELECT consents::text FROM consents WHERE state_hash = ?", pending.stateHash());
        assertThat(row).contains("v1.").doesNotContain(pending.verifier());
    }
}
